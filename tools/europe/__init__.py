"""How the map of Battle for Europe is made: coast, warp, flooding, arcs, drawing."""
