@testable import SchedulableLint

/// The faults of the rules in files of one module, without their places.
func faults(_ files: String...) -> [String] {
    let read = files.enumerated().map { index, text in
        DeclarationReader(text, file: "\(index).swift", module: "Clocks").found
    }
    return Rules(read).faults.map(\.text)
}

/// The fault of a change of a property in place.
func change(of property: String) -> String {
    "an 'async' call changes the checked property '\(property)' in place, "
        + "maybe on another scheduler: pass a copy, and assign the result"
}
