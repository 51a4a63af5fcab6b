"""What the flow needs from the world: one Protocol a file.

All ports that hold rows belong to a *unit of work* (`ports.unit`) that is bound to one space; the
space is therefore never an argument, and a store refuses to begin a unit without one.
"""
