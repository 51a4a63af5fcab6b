"""Extract: what is said becomes claims, and claims fold into knowledge."""
