import Persistence

extension PersistenceConformance.Rule {
    static let writes = [
        Self("each write returns the number of changed rows") { harness in
            let database = try await harness.openWithAccount()
            let items = (0..<10).map { Item(name: "\($0)", size: $0) }
            try await database.write(.account) { session in
                harness.expectEqual(try session.insert(items[0]), 1, "an insert")
                harness.expectEqual(
                    try session.insert(contentsOf: items[1...]), 9, "a batch of inserts")
                harness.expectEqual(try session.upsert(items[0]), 1, "an upsert of a known row")
                harness.expectEqual(try session.upsert(contentsOf: items), 10, "a batch of them")
                harness.expectEqual(try session.update(items[3]), 1, "an update of a row")
                let absent = Item(name: "absent")
                harness.expectEqual(try session.update(absent), 0, "an update of no row")
                let updated = try session.update(Item.where { $0.size < 4 }) {
                    [$0.size.set(-1), $0.note.set("small")]
                }
                harness.expectEqual(updated, 4, "an update of a query")
                harness.expectEqual(try session.delete(absent), 0, "a deletion of no row")
                harness.expectEqual(try session.delete(items[9]), 1, "a deletion of a row")
                let deleted = try session.delete(Item.where { $0.size == -1 })
                harness.expectEqual(deleted, 4, "a deletion of a query")
                harness.expectEqual(try session.count(Item.all), 5, "the count")
            }
        },
        Self("an insert of a known key is a conflict, and an upsert replaces the whole row") {
            harness in
            let database = try await harness.openWithAccount()
            let old = Item(name: "a'\u{0}b", size: 1, weight: 2, note: "old")
            try await database.write(.account) { try $0.insert(old) }
            let error = await harness.expectError(.conflict, "the second insert") {
                try await database.write(.account) { try $0.insert(Item(name: old.name)) }
            }
            harness.expectEqual(error?.table, "item", "the table of the error")
            harness.expect(error?.key?.contains("a'") ?? false, "the error does not name the key")
            let new = Item(name: old.name, size: 3, weight: nil, note: "new")
            try await database.write(.account) { try $0.upsert(new) }
            let found = try await database.read { try $0.all(Item.all) }
            harness.expectEqual(found, [new], "the list of rows")
        },
        Self("a number with a fraction is a key, and NaN is none") { harness in
            let database = harness.open()
            let values = [-Double.infinity, -0.5, 0, 1.5, 1e300, .infinity]
            try await database.write { session in
                try session.insert(contentsOf: values.shuffled().map { Measure(value: $0) })
                for value in values {
                    harness.expectError(.conflict, within: "a second \(value)") {
                        try session.insert(Measure(value: value))
                    }
                    let changed = try session.update(Measure(value: value, note: "\(value)"))
                    harness.expectEqual(changed, 1, "the number of rows with \(value)")
                }
                let nan = Measure(value: .nan)
                for body in [
                    { try session.update(nan) }, { try session.delete(nan) },
                    { try session.find(Measure.self, .nan) == nil ? 0 : 1 },
                ] {
                    harness.expectError(.invalidQuery, within: "a call with NaN", body)
                }
                harness.expectEqual(
                    try session.all(Measure.all),
                    values.map { Measure(value: $0, note: "\($0)") }, "the list of rows")
            }
        },
        Self("an update sets the given columns only") { harness in
            let database = try await harness.openWithAccount()
            try await database.write(.account) { session in
                try session.insert(Item(name: "a", size: 1, weight: 1, note: "one"))
                try session.insert(Item(name: "b", size: 1, weight: 1, note: "one"))
                let row = Item(name: "a", size: 2, weight: 2, note: "two")
                try session.update(row, \.size, \.note)
                harness.expectEqual(
                    try session.find(Item.self, "a"),
                    Item(name: "a", size: 2, weight: 1, note: "two"), "the updated row")
                try session.update(Item(name: "a", size: 3))
                harness.expectEqual(
                    try session.find(Item.self, "a"), Item(name: "a", size: 3),
                    "the row whose columns were all updated")
                harness.expectEqual(
                    try session.find(Item.self, "b"),
                    Item(name: "b", size: 1, weight: 1, note: "one"), "the other row")
            }
        },
        Self("a batch is stored as a whole or not at all, and its error names the row") {
            harness in
            let database = try await harness.openWithAccount()
            try await database.write(.account) { try $0.insert(Item(name: "7", note: "old")) }
            let items = (0..<10).map { Item(name: "\($0)") }
            try await database.write(.account) { session in
                let error = harness.expectError(.conflict, within: "the batch") {
                    try session.insert(contentsOf: items)
                }
                harness.expectEqual(error?.row, 7, "the number of the row")
                harness.expect(error?.key?.contains("7") ?? false, "the error names no key")
                let nan = items + [Item(name: "x", weight: .nan)]
                let other = harness.expectError(.unwritable, within: "the batch with NaN") {
                    try session.upsert(contentsOf: nan)
                }
                harness.expectEqual(other?.row, 10, "the number of the row with NaN")
                // The transaction continues after the errors.
                try session.insert(Item(name: "last"))
            }
            let found = try await database.read { try $0.all(Item.all) }
            harness.expectEqual(
                found, [Item(name: "7", note: "old"), Item(name: "last")], "the list of rows")
        },
        Self("hostile texts in every column change nothing else") { harness in
            let database = try await harness.openWithAccount()
            let texts = PersistenceHarness.hostileTexts
            for text in texts {
                try await database.write(.account) { session in
                    try session.insert(Item(name: text, note: text))
                    try session.update(Item.where { $0.name == text }) { [$0.note.set(text + "'")] }
                }
            }
            let found = try await database.read { session in
                try texts.map { text in
                    try session.all(Item.where { $0.note == text + "'" && $0.name.isIn([text]) })
                }
            }
            harness.expectEqual(
                found.map(\.count), texts.map { _ in 1 }, "the list of counts")
            let deleted = try await database.write(.account) { session in
                try texts.reduce(0) { count, text in
                    try count + session.delete(Item(name: text))
                }
            }
            harness.expectEqual(deleted, texts.count, "the number of deleted rows")
        },
        Self("an update or a deletion of a query with an order or a limit is refused") { harness in
            let database = try await harness.openWithAccount()
            try await database.write(.account) { session in
                try session.insert(Item(name: "a"))
                harness.expectError(.invalidQuery, within: "the deletion") {
                    try session.delete(Item.all.limit(1))
                }
                harness.expectError(.invalidQuery, within: "the update") {
                    try session.update(Item.all.order(by: \.size)) { [$0.size.set(1)] }
                }
                harness.expectEqual(try session.count(Item.all), 1, "the count")
            }
        },
    ]

    static let references = [
        Self("a row cannot refer to a row that does not exist") { harness in
            let database = harness.open()
            try await database.write { session in
                try session.insert(Folder(id: 1, name: "one"))
                try session.insert(File(name: "a", folder: 1))
                for body in [
                    { try session.insert(File(name: "b", folder: 2)) },
                    { try session.insert(File(name: "b", folder: 1, owner: "absent")) },
                    { try session.update(File(name: "a", folder: 2)) },
                    { try session.update(File.all) { [$0.owner.set("absent")] } },
                ] {
                    harness.expectError(.missingReference, within: "the write", body)
                }
            }
            let files = try await database.read { try $0.all(File.all) }
            harness.expectEqual(files, [File(name: "a", folder: 1)], "the list of files")
        },
        Self("a deletion also deletes the rows that refer to it, or is refused") { harness in
            let database = harness.open()
            try await database.write { session in
                try session.insert(contentsOf: [1, 2].map { Folder(id: $0, name: "") })
                try session.insert(Owner(name: "anna"))
                try session.insert(File(name: "a", folder: 1, owner: "anna"))
                try session.insert(File(name: "b", folder: 1))
                try session.insert(File(name: "c", folder: 2))
                harness.expectError(.missingReference, within: "the deletion of the owner") {
                    try session.delete(Owner(name: "anna"))
                }
                let deleted = try session.delete(Folder.where { $0.id == 1 })
                harness.expectEqual(deleted, 1, "the number of deleted folders")
                harness.expectEqual(
                    try session.all(File.all), [File(name: "c", folder: 2)], "the list of files")
                harness.expectEqual(
                    try session.delete(Owner(name: "anna")), 1, "the number of deleted owners")
            }
        },
        Self("the key of a row to which others refer cannot be changed") { harness in
            let database = harness.open()
            try await database.write { session in
                try session.insert(contentsOf: [1, 2].map { Folder(id: $0, name: "") })
                try session.insert(File(name: "a", folder: 1))
                harness.expectError(.missingReference, within: "the change of the key") {
                    try session.update(Folder.where { $0.id == 1 }) { [$0.id.set(3)] }
                }
                let changed = try session.update(Folder.where { $0.id == 2 }) { [$0.id.set(4)] }
                harness.expectEqual(changed, 1, "the number of changed folders")
                harness.expectEqual(
                    try session.all(Folder.all).map(\.id), [1, 4], "the list of keys")
                harness.expectError(.conflict, within: "the change to a known key") {
                    try session.update(Folder.where { $0.id == 4 }) { [$0.id.set(1)] }
                }
            }
        },
        Self("a unique index refuses equal values, but not absent ones") { harness in
            var schemas = PersistenceHarness.schemas
            schemas[.account] = DatabaseSchema(
                program: PersistenceHarness.program, models: [Item.self],
                migrations: [
                    Migration(
                        "items",
                        [
                            .create(Item.table),
                            .create(
                                IndexSchema(
                                    "item_note", on: "item", ["size", "note"], isUnique: true)),
                        ])
                ])
            let database = harness.open(schemas: schemas)
            try await database.attach(harness.place("unique"))
            try await database.write(.account) { session in
                try session.insert(Item(name: "a", size: 1, note: "x"))
                try session.insert(Item(name: "b", size: 1, note: nil))
                try session.insert(Item(name: "c", size: 1, note: nil))
                harness.expectError(.conflict, within: "the insert") {
                    try session.insert(Item(name: "d", size: 1, note: "x"))
                }
                harness.expectError(.conflict, within: "the upsert") {
                    try session.upsert(Item(name: "b", size: 1, note: "x"))
                }
                harness.expectError(.conflict, within: "the update") {
                    try session.update(Item.where { $0.name == "c" }) { [$0.note.set("x")] }
                }
                harness.expectEqual(try session.count(Item.all), 3, "the count")
            }
        },
    ]
}
