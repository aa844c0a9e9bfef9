// The tests run the program.
import Testing
