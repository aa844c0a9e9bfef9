import CommandLineProgram
import CommandOptions

// snippet DiagnosticCheck
