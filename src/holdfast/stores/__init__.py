"""Back-ends. A store's files repeat the port names, so a listing is the support matrix."""
