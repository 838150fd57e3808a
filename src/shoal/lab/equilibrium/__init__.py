"""How far the bots are from the equilibrium, on positions so small that every continuation of them can be listed.

    python -m shoal.lab.equilibrium [CASE …] [--bots random,greedy,hard,expert] [--seeds N] [--iterations N]

`cases.py` sets the positions up, `tree.py` lists everything that can come of one, OpenSpiel solves that (`solving.py`), and `policies.py` asks the bots
what they would do wherever they can be asked. Needs OpenSpiel: pip install 'shoal[research]'.
"""
