"""Models behind the ports: what works offline by default, and what calls out when asked to."""
