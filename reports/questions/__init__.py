"""The questions a run is asked, a file each: what is compared, in which sections, in which words."""
