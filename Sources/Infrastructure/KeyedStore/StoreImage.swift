import Foundation
import TextFormats

/// The content of a store in its stored form.
///
/// It is one JSON text in UTF-8: a file has a line for each value, in the order of their names, and
/// an entry of a password store is one line:
///
///     {"keyedStore":1,"values":{
///     "theme":{"version":1,"value":{"contrast":"high","name":"dark"}},
///     "user.name":{"version":1,"value":"anna"}
///     }}
///
/// `keyedStore` is the number of the format, and `version` that of a value's form. A value is
/// encoded as its type does so: dates are seconds since 2001-01-01, bytes are Base64. Other members
/// are kept. A text with a repeated name, and a truncated text, count as damaged.
///
/// The entries are kept in their stored form, so entries whose keys this program lacks are
/// preserved.
struct StoreImage: Sendable {
    /// The reason why data is not the content of a store.
    enum Fault: Error {
        case damaged(String)
        case newerFormat(Int64)
    }

    /// The number of the format that this version writes.
    static let format = 1
    /// The maximum size of a store in bytes.
    static let limit = 16 << 20

    /// The entry of each key: an object with the fields `version` and `value`.
    private(set) var entries: [String: [UInt8]] = [:]
    /// The members beside the entries, which a later version may have added.
    private var members: [(name: String, value: [UInt8])] = []

    init() {}

    /// Reads stored data; `nil` is an empty store.
    init(_ data: [UInt8]?) throws(Fault) {
        guard let data else { return }
        do {
            var format: Int64?
            var values: [UInt8]?
            let top = try JSONFields(data)
            for (name, value) in top.fields {
                switch name {
                case "keyedStore":
                    format = try JSONReader.read(value) { reader throws(JSONError) in
                        try reader.integer()
                    }
                case "values": values = value
                default: members.append((name, value))
                }
            }
            guard let format, let values else {
                throw Fault.damaged("it lacks the member keyedStore or values")
            }
            guard format == Self.format else { throw Fault.newerFormat(format) }
            for (name, value) in try JSONFields(values).fields {
                guard KeyName.isValid(name) else {
                    throw Fault.damaged("it has a value whose name is not one of a key")
                }
                entries[name] = value
            }
        } catch let fault as Fault {
            throw fault
        } catch let error as JSONError {
            // The field may quote the data.
            throw .damaged("\(error.reason), at byte \(error.offset)")
        } catch {
            throw .damaged("it is not JSON")
        }
    }

    /// Whether nothing has to be stored.
    var isEmpty: Bool { entries.isEmpty && members.isEmpty }

    /// The data to store: a line for each key, in the order of their names.
    var data: [UInt8] {
        get throws {
            var data = Array("{\"keyedStore\":\(Self.format)".utf8)
            for (name, value) in members {
                data += Array(",".utf8) + (try ValueCoder.encode(name)) + Array(":".utf8) + value
            }
            data += Array(",\"values\":{".utf8)
            for (index, name) in entries.keys.sorted().enumerated() {
                data += Array("\(index == 0 ? "" : ",")\n\"\(name)\":".utf8)
                data += entries[name] ?? []
            }
            return data + Array("\n}}\n".utf8)
        }
    }

    /// Whether other data has to be stored for this content than for another one.
    func isChanged(from other: StoreImage) -> Bool {
        entries != other.entries || members.map(\.name) != other.members.map(\.name)
    }

    /// Replaces or removes an entry.
    mutating func set(_ entry: [UInt8]?, for name: String) { entries[name] = entry }

    /// Removes all entries and members.
    mutating func removeAll() { self = StoreImage() }

    /// The suffix of the name of a copy of damaged data, such as `damaged-2026-10-05-1c9ab0f2`.
    ///
    /// Equal data gets one name a day, so that a program that starts again and again does not fill
    /// the disk.
    static func suffix(of data: [UInt8]) -> String {
        let day = "\(CivilTime(secondsSinceEpoch: Int64(Date().timeIntervalSince1970)))".prefix(10)
        // FNV-1a.
        let hash = data.reduce(0x811C_9DC5 as UInt32) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
        return "damaged-\(day)-\(String(1 << 32 | UInt64(hash), radix: 16).dropFirst())"
    }
}
