"""Training the nets: games that bots play become rows, rows become weights, matches decide which weights are kept."""
