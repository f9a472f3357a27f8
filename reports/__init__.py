"""Reports: frames in, tables, charts and one self-contained page out; knows the documented columns and no game.

`reports.ask` answers a question, `reports.page.write` writes the report, `reports.facts` reads what a game says of
itself. Nothing is imported here: whoever needs an estimator does not wait for charts.
"""
