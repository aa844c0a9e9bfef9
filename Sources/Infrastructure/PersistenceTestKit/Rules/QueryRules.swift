import Persistence

extension PersistenceConformance.Rule {
    /// A condition, and the same one as a closure.
    private typealias Case = (condition: Condition<Item>, holds: @Sendable (Item) -> Bool)

    private static func precedes(_ left: String, _ right: String) -> Bool {
        left.utf8.lexicographicallyPrecedes(right.utf8)
    }

    private static func same(_ left: String?, _ right: String?) -> Bool {
        left.map { Array($0.utf8) } == right.map { Array($0.utf8) }
    }

    private static let texts = ["", "a", "B", "b", "é", "e\u{301}", "%", "'"]
    private static let weights: [Double] = [-1.5, 0, 0.5, 2, 1e300]

    private static func randomItems() -> [Item] {
        (0..<60).map { number in
            Item(
                name: "item \(number)", size: Int64.random(in: -3...3),
                weight: Bool.random() ? weights.randomElement() : nil,
                note: Bool.random() ? texts.randomElement() : nil)
        }
    }

    private static func randomCase(depth: Int = 0) -> Case {
        let columns = Item.columns
        let size = Int64.random(in: -4...4)
        let weight = weights.randomElement() ?? 0
        let text = texts.randomElement() ?? ""
        let maybeText = Bool.random() ? text : nil
        let sizes = (0..<Int.random(in: 0...3)).map { _ in Int64.random(in: -4...4) }
        switch Int.random(in: 0..<(depth < 4 ? 19 : 14)) {
        case 0: return (columns.size == size, { $0.size == size })
        case 1: return (columns.size != size, { $0.size != size })
        case 2: return (columns.size < size, { $0.size < size })
        case 3: return (columns.size >= size, { $0.size >= size })
        case 4: return (columns.size.isIn(sizes), { sizes.contains($0.size) })
        case 5: return (columns.weight == nil, { $0.weight == nil })
        case 6: return (columns.weight != weight, { $0.weight != weight })
        case 7: return (columns.weight > weight, { $0.weight.map { $0 > weight } ?? false })
        case 8: return (columns.weight <= weight, { $0.weight.map { $0 <= weight } ?? false })
        case 9: return (columns.weight < nil, { _ in false })
        case 10: return (columns.note == maybeText, { same($0.note, maybeText) })
        case 11: return (columns.note != maybeText, { !same($0.note, maybeText) })
        case 12: return (columns.note < text, { $0.note.map { precedes($0, text) } ?? false })
        case 13:
            return (
                columns.note.isIn([text, nil]), { $0.note == nil || same($0.note, text) }
            )
        case 14, 15:
            let (left, right) = (randomCase(depth: depth + 1), randomCase(depth: depth + 1))
            return (
                left.condition && right.condition, { left.holds($0) && right.holds($0) }
            )
        case 16, 17:
            let (left, right) = (randomCase(depth: depth + 1), randomCase(depth: depth + 1))
            return (
                left.condition || right.condition, { left.holds($0) || right.holds($0) }
            )
        default:
            let inner = randomCase(depth: depth + 1)
            return (!inner.condition, { !inner.holds($0) })
        }
    }

    private static func sorted(_ items: [Item], by column: Int, descending: Bool) -> [Item] {
        items.sorted { left, right in
            let (first, second): (StoredValue, StoredValue) =
                switch column {
                case 0: (left.size.storedValue, right.size.storedValue)
                case 1: (left.weight.storedValue, right.weight.storedValue)
                default: (left.note.storedValue, right.note.storedValue)
                }
            if first != second { return (first < second) != descending }
            return precedes(left.name, right.name)
        }
    }

    static let queries = [
        Self("random queries return the rows that a loop over all rows returns") { harness in
            let database = try await harness.openWithAccount()
            let items = randomItems()
            try await database.write(.account) { try $0.insert(contentsOf: items) }
            for _ in 0..<300 {
                let (condition, holds) = randomCase()
                let (column, descending) = (Int.random(in: 0..<3), Bool.random())
                let direction: SortDirection = descending ? .descending : .ascending
                let (limit, offset) = (Int.random(in: 0...40), Int.random(in: 0...10))
                var query = Item.where { _ in condition }
                switch column {
                case 0: query = query.order(by: \.size, direction)
                case 1: query = query.order(by: \.weight, direction)
                default: query = query.order(by: \.note, direction)
                }
                let window = query.limit(limit, offset: offset)
                let expected = sorted(items.filter(holds), by: column, descending: descending)
                let rows = Array(expected.dropFirst(offset).prefix(limit))
                let found = try await database.read { [query] session in
                    (
                        try session.all(query), try session.all(window),
                        try session.count(window), try session.first(window),
                        try session.exists(window)
                    )
                }
                harness.expectEqual(found.0, expected, "the list for \(condition)")
                harness.expectEqual(found.1, rows, "the window of \(condition)")
                harness.expectEqual(found.2, rows.count, "the count of \(condition)")
                harness.expectEqual(found.3, rows.first, "the first row of \(condition)")
                harness.expectEqual(found.4, !rows.isEmpty, "the existence for \(condition)")
            }
        },
        Self("building on a query changes no other query") { harness in
            let database = try await harness.openWithAccount()
            let items = randomItems()
            try await database.write(.account) { try $0.insert(contentsOf: items) }
            let base = Item.where { $0.size >= 0 }
            let narrow = base.where { $0.size == 1 || $0.size == 2 }
            _ = base.order(by: \.size).limit(1)
            let (all, some) = try await database.read { session in
                (try session.count(base), try session.count(narrow))
            }
            harness.expectEqual(all, items.count { $0.size >= 0 }, "the count of the base")
            harness.expectEqual(
                some, items.count { $0.size == 1 || $0.size == 2 }, "the count of the other one")
        },
        Self("rows with equal values in the order are ordered by their keys") { harness in
            let database = try await harness.openWithAccount()
            let names = (0..<50).map { "\($0)" }
            try await database.write(.account) { session in
                for name in names.shuffled() { try session.insert(Item(name: name)) }
            }
            let found = try await database.read { session in
                [
                    try session.all(Item.all), try session.all(Item.all.order(by: \.size)),
                    try session.all(Item.all.order(by: \.note, .descending)),
                ]
            }
            for items in found {
                harness.expectEqual(
                    items.map(\.name), names.sorted(by: precedes), "the list of names")
            }
        },
        Self("an empty list of values holds for no row, and its negation for all") { harness in
            let database = try await harness.openWithAccount()
            try await database.write(.account) { try $0.insert(Item(name: "a")) }
            let (none, all) = try await database.read { session in
                (
                    try session.count(Item.where { $0.size.isIn([]) }),
                    try session.count(Item.where { !$0.size.isIn([]) })
                )
            }
            harness.expectEqual(none, 0, "the count")
            harness.expectEqual(all, 1, "the count of the negation")
        },
        Self("long conditions are evaluated, and those beyond the limits are refused") { harness in
            let database = try await harness.openWithAccount()
            try await database.write(.account) {
                try $0.insert(contentsOf: (0..<100).map { Item(name: "\($0)", size: $0) })
            }
            let parts = (0..<5_000).map { Item.columns.size == Int64($0 + 50) }
            let any = parts.dropFirst().reduce(parts[0]) { $0 || $1 }
            let none = parts.dropFirst().reduce(parts[0]) { $0 && $1 }
            let (some, nothing, many) = try await database.read { session in
                (
                    try session.count(Item.where { _ in any }),
                    try session.count(Item.where { _ in none }),
                    try session.count(Item.where { $0.size.isIn(90..<20_000) })
                )
            }
            harness.expectEqual(some, 50, "the count of a long alternative")
            harness.expectEqual(nothing, 0, "the count of a long conjunction")
            harness.expectEqual(many, 10, "the count of a long list")
            await harness.expectError(.tooMany, "a list beyond the limit") {
                try await database.read { try $0.count(Item.where { $0.size.isIn(0..<40_000) }) }
            }
            let deep = (0..<200).reduce(parts[0]) { condition, _ in !condition }
            await harness.expectError(.invalidQuery, "a condition beyond the limit") {
                try await database.read { try $0.count(Item.where { _ in deep }) }
            }
            await harness.expectError(.invalidQuery, "a negative limit") {
                try await database.read { try $0.all(Item.all.limit(-1)) }
            }
        },
        Self("a row is found by its key, also by one of several columns") { harness in
            let database = harness.open()
            let labels = ["a", "b"].flatMap { owner in
                (1...3).map { Label(owner: owner, number: $0, text: "\(owner)\($0)") }
            }
            try await database.write { try $0.insert(contentsOf: labels) }
            try await database.read { session in
                for label in labels {
                    let found = try session.find(Label.self, (label.owner, label.number))
                    harness.expectEqual(found, label, "the row")
                }
                harness.expectEqual(try session.find(Label.self, ("c", 1)), nil, "no row")
                var texts: [String] = []
                try session.forEach(Label.where { $0.owner == "b" }) { texts.append($0.text) }
                harness.expectEqual(texts, ["b1", "b2", "b3"], "the texts of the rows")
            }
        },
    ]

    static let pages = [
        Self("pages give each row once, while others are inserted and deleted") { harness in
            let database = try await harness.openWithAccount()
            let items = randomItems()
            try await database.write(.account) { try $0.insert(contentsOf: items) }
            for (column, descending) in [(0, false), (0, true), (1, false), (1, true), (2, true)] {
                let direction: SortDirection = descending ? .descending : .ascending
                let query =
                    switch column {
                    case 0: Item.all.order(by: \.size, direction).limit(7)
                    case 1: Item.all.order(by: \.weight, direction).limit(7)
                    default: Item.all.order(by: \.note, direction).limit(7)
                    }
                var found: [Item] = []
                var position: PagePosition?
                repeat {
                    let page = try await database.read { [position] in
                        try $0.page(query, after: position)
                    }
                    found += page.rows
                    position = page.next
                    // The rows of the pages before are changed; the position stays valid.
                    let last = page.rows.last
                    try await database.write(.account) { session in
                        if let last { try session.delete(last) }
                        try session.upsert(Item(name: "~\(column)\(descending)", size: -9))
                        try session.delete(Item.where { $0.size == -9 })
                        if let last { try session.insert(last) }
                    }
                } while position != nil
                harness.expectEqual(
                    found, sorted(items, by: column, descending: descending),
                    "the list of all pages by column \(column)")
            }
            await harness.expectError(.invalidQuery, "a page without a limit") {
                try await database.read { try $0.page(Item.all) }
            }
        }
    ]
}
