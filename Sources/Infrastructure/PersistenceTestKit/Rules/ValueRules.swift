import Foundation
import Persistence

extension PersistenceConformance.Rule {
    private static let rows: [Everything] = {
        var rows: [Everything] = []
        func add(_ change: (inout Everything) -> Void) {
            var row = Everything(id: Int64(rows.count))
            change(&row)
            rows.append(row)
        }
        for number in [Int64.min, .min + 1, -1 << 53 - 1, -1 << 31 - 1, -1, 0, 1, 1 << 31, .max] {
            add { ($0.whole, $0.maybeWhole) = (number, number) }
        }
        for number in [Int8.min, -1, 0, .max] { add { $0.small = number } }
        let numbers = [
            0, -0.0, 0.1, -0.1e-300, 1, 1e15, 9_007_199_254_740_992, 1e300, .infinity, -.infinity,
            .leastNonzeroMagnitude, .greatestFiniteMagnitude, .ulpOfOne, .pi,
        ]
        for number in numbers {
            add { ($0.number, $0.maybeNumber) = (number, number) }
            add { $0.date = Date(timeIntervalSinceReferenceDate: number) }
            add { $0.maybeDate = Date(timeIntervalSinceReferenceDate: number) }
        }
        add { $0.flag = true }
        for text in PersistenceHarness.hostileTexts {
            add { ($0.text, $0.maybeText) = (text, text) }
        }
        for bytes in [[], [0], [0, 0], [255, 254, 0, 39, 34, 92], Array(0...255)] as [[UInt8]] {
            add { ($0.bytes, $0.maybeBytes, $0.data) = (bytes, bytes, Data(bytes)) }
        }
        add { ($0.color, $0.maybeColor) = (.green, .red) }
        add { _ in }
        return rows
    }()

    /// All bits of a row, since equality treats -0.0 as 0.0 and compares texts by their meaning.
    private static func bits(_ row: Everything) -> [String] {
        func bits(_ number: Double?) -> String { number.map { "\($0.bitPattern)" } ?? "nil" }
        func bits(_ text: String?) -> String { text.map { "\(Array($0.utf8))" } ?? "nil" }
        return [
            "\(row.id) \(row.whole) \(row.small) \(row.flag) \(row.color) \(row.bytes)",
            "\(Array(row.data))", bits(row.number), bits(row.text),
            bits(row.date.timeIntervalSinceReferenceDate), "\(String(describing: row.maybeWhole))",
            bits(row.maybeNumber), bits(row.maybeText), "\(String(describing: row.maybeBytes))",
            bits(row.maybeDate?.timeIntervalSinceReferenceDate),
            "\(String(describing: row.maybeColor))",
        ]
    }

    static let values = [
        Self("values of every type are read as they were stored, to the last bit") { harness in
            let database = harness.open()
            try await database.write { try $0.insert(contentsOf: rows) }
            // A second connection cannot have the values in memory.
            for database in [database, harness.open()] {
                let found = try await database.read { try $0.all(Everything.all) }
                harness.expectEqual(found.map(bits), rows.map(bits), "the list of rows")
            }
        },
        Self("NaN is refused, and nothing is stored") { harness in
            let database = harness.open()
            for row in [
                Everything(id: 1, number: .nan), Everything(id: 1, maybeNumber: .nan),
                Everything(id: 1, date: Date(timeIntervalSinceReferenceDate: .nan)),
            ] {
                let error = await harness.expectError(.unwritable, "storing NaN") {
                    try await database.write { try $0.upsert(row) }
                }
                harness.expectEqual(error?.table, "everything", "the table of the error")
                harness.expect(error?.column != nil, "the error names no column")
            }
            await harness.expectError(.unwritable, "setting NaN") {
                try await database.write {
                    try $0.update(Everything.all) { [$0.number.set(.nan)] }
                }
            }
            await harness.expectError(.invalidQuery, "a query with NaN") {
                try await database.read { try $0.all(Everything.where { $0.number == .nan }) }
            }
            let count = try await database.read { try $0.count(Everything.all) }
            harness.expectEqual(count, 0, "the number of rows")
        },
        Self("a stored value of another type is an error that names table, column and key") {
            harness in
            let database = harness.open()
            try await database.write { session in
                try session.insert(Wide(id: 1, small: 128))
                try session.insert(Wide(id: 2, flag: 2))
                try session.insert(Wide(id: 3, color: "blue"))
                try session.insert(Wide(id: 4, maybeColor: ""))
                try session.insert(Wide(id: 5))
            }
            let columns = ["small", "flag", "color", "maybeColor"]
            for (index, column) in columns.enumerated() {
                let error = await harness.expectError(.unreadable, "reading \(column)") {
                    try await database.read { try $0.find(Everything.self, Int64(index + 1)) }
                }
                harness.expectEqual(error?.table, "everything", "the table of the error")
                harness.expectEqual(error?.column, column, "the column of the error")
                harness.expectEqual(error?.key, "\(index + 1)", "the key of the error")
                harness.expect(
                    !"\(error as Any)".contains("blue"), "the error quotes the stored value")
            }
            let row = try await database.read { try $0.find(Everything.self, 5) }
            harness.expectEqual(row, Everything(id: 5), "the row that can be read")
        },
        Self("texts are equal if their bytes are") { harness in
            let database = harness.open()
            let texts = PersistenceHarness.hostileTexts
            try await database.write { session in
                try session.insert(
                    contentsOf: texts.map { Label(owner: $0, number: 0, text: $0) })
            }
            for text in texts {
                let found = try await database.read {
                    try $0.all(Label.where { $0.text == text && $0.owner == text })
                }
                harness.expectEqual(found.count, 1, "the number of rows with '\(text.prefix(20))'")
                harness.expect(
                    found.first.map { $0.owner.utf8.elementsEqual(text.utf8) } ?? false,
                    "the row is not that of '\(text.prefix(20))'")
            }
            let ordered = try await database.read { try $0.all(Label.all.order(by: \.text)) }
            let expected = texts.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
            harness.expect(
                ordered.map { Array($0.text.utf8) } == expected.map { Array($0.utf8) },
                "the texts are not in the order of their bytes")
        },
    ]

    static let identifiers = [
        Self("hostile names of tables and columns change nothing else") { harness in
            let database = harness.open()
            let label = Label(owner: "a", number: 1, text: "b")
            let texts = PersistenceHarness.hostileTexts
            let rows = texts.map { Hostile(id: $0, first: $0, second: $0, third: $0) }
            try await database.write { session in
                try session.insert(label)
                try session.insert(contentsOf: rows)
                try session.upsert(contentsOf: rows)
                for text in texts {
                    let query = Hostile.where { $0.first == text && $0.third.isIn([text, nil]) }
                    harness.expectEqual(try session.count(query), 1, "the number of rows")
                    let updated = try session.update(query) {
                        [$0.second.set("'" + text), $0.third.set(nil)]
                    }
                    harness.expectEqual(updated, 1, "the number of updated rows")
                }
            }
            try await database.read { session in
                for text in texts {
                    let row = try session.find(Hostile.self, text)
                    harness.expectEqual(
                        row, Hostile(id: text, first: text, second: "'" + text, third: nil),
                        "the row")
                }
                harness.expectEqual(try session.all(Label.all), [label], "the other table")
            }
            let deleted = try await database.write { session in
                try texts.reduce(0) { count, text in
                    try count + session.delete(Hostile.where { $0.second == "'" + text })
                }
            }
            harness.expectEqual(deleted, texts.count, "the number of deleted rows")
        }
    ]
}
