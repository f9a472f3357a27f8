"""How strong the shipped strategies are: measured once, kept beside them, looked up for every report.

`python -m analyser.ratings GAME` measures anew; run it when a strategy, an option or the component data has changed.
"""
