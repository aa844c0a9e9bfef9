import Signals

// snippet 1
