import BoundaryErrors

// snippet BoundaryError
