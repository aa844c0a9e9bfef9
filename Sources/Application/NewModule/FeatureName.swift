/// The name of a new feature, and the names that follow from it.
struct FeatureName {
    /// The name, such as `PhotoWalk`.
    let text: String

    /// The target, such as `PhotoWalkFeature`.
    var target: String { text + "Feature" }
    /// The type of the module, such as `PhotoWalkModule`.
    var module: String { text + "Module" }

    /// The command, such as `photo-walk`.
    var command: String {
        var command = ""
        for character in text {
            if character.isUppercase, !command.isEmpty { command += "-" }
            command += character.lowercased()
        }
        return command
    }

    /// Accepts a name of ASCII letters and digits that begins with a capital letter.
    init(_ text: String) throws(Refusal) {
        guard let first = text.first, first.isASCII, first.isUppercase, text.count <= 40,
            text.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) })
        else {
            throw Refusal(
                "the name must be at most 40 letters and digits, and begin with a capital letter, "
                    + "such as PhotoWalk")
        }
        for ending in ["Feature", "Module"] where text.hasSuffix(ending) {
            throw Refusal("the name must not end with '\(ending)', which is added to it")
        }
        self.text = text
    }
}
