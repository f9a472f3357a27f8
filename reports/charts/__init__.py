"""Chart forms that know nothing of games, each of estimates in the unit they are drawn in; views that declare them."""
