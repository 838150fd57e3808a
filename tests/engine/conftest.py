"""The toy package of the build step's tests is copied and loaded by them, not collected."""
collect_ignore = ["pond"]
