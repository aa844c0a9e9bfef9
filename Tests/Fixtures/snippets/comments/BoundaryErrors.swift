import BoundaryErrors

// snippet BoundaryError

// snippet DeclarationFault
