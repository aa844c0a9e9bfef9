/// The names of the files of packs: `NUMBER.pack`.
enum PackName {
    private static let suffix = ".pack"

    static func make(_ pack: Int64) -> String { "\(pack)\(suffix)" }

    /// Returns the number of the pack with the file `name`; `nil` for the name of another file.
    static func number(in name: String) -> Int64? {
        guard name.hasSuffix(suffix), let number = Int64(name.dropLast(suffix.count)),
            make(number) == name
        else { return nil }
        return number
    }
}
