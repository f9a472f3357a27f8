"""The run directory and who fills it: parquet parts, a manifest, batches played by workers."""
