"""The smallest change that makes a game fair: effects of edits, sets that may do, one of them judged, the answer."""
