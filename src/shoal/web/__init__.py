"""The site: pages made from masked views, live tables, scores, replays, rules.

`app.create_app` makes the application, `serve.run` starts it for a household.
"""
