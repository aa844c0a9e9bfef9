import CommandLineProgram
import TextFormats

extension LibraryCensus {
    /// The counts as one JSON object in a line; `Documentation/Formats.md` lists the keys.
    ///
    /// - Parameter accounts: the names of the accounts that were counted.
    func json(of accounts: [String]) -> String {
        JSONWriter.line { json in
            json.array("accounts") { for account in accounts { $0.string(account) } }
            json.member("items", total.items)
            json.member("bytes", total.bytes)
            json.array("years") { $0.add(yearRows) }
            json.array("months") { $0.add(monthRows) }
            json.array("kinds") { $0.add(kindRows) }
            json.array("sizes") { $0.add(sizeRows) }
            json.array("places") { $0.add(placeRows) }
            json.array("cameras") { $0.add(cameraRows) }
        }
    }
}

extension JSONWriter {
    fileprivate mutating func add(_ rows: [LibraryCensus.Row]) {
        for row in rows {
            object { json in
                json.member("name", row.name)
                json.member("items", row.count.items)
                json.member("bytes", row.count.bytes)
            }
        }
    }
}
