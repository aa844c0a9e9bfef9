import TextFormats

extension JSONWriter {
    /// Writes a member with a time in Dropbox's form, such as `2024-05-01T12:00:00Z`.
    mutating func member(_ name: StaticString, time seconds: Int) {
        var text: [UInt8] = []
        text.reserveCapacity(20)
        CivilTime(secondsSinceEpoch: Int64(seconds)).write(to: &text)
        text.append(UInt8(ascii: "Z"))
        member(name, plain: text)
    }
}
