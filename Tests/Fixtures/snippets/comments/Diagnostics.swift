import CommandLineProgram
import Diagnostics

// snippet DiagnosticCheck
