"""What is no comparison: estimators, frames in and tables out."""
