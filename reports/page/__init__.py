"""The page of a report and the files beside it: words, tables, HTML, terms."""
