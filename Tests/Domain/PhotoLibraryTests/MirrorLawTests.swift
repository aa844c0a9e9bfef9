import PhotoFeed
import PhotoLibrary
import Testing

@Suite("The laws of a mirror")
@MainActor
struct MirrorLawTests {
    /// The rules of a mirror in their plainest form: a dictionary from places to photos.
    private struct Model {
        var photos: [String: MediaNode] = [:]

        mutating func apply(_ change: NodeChange) {
            switch change {
            case .media(let node):
                photos = photos.filter { $0.value.id != node.id }
                remove(node.pathKey)
                photos[node.pathKey] = node
            case .folder(let folder): photos[folder.pathKey] = nil
            case .otherFile(let path), .deleted(let path): remove(path)
            case .unchanged, .unlisted: break
            }
        }

        mutating func remove(_ path: String) {
            photos = photos.filter { $0.key != path && !$0.key.hasPrefix(path + "/") }
        }
    }

    private func randomPath(_ random: inout some RandomNumberGenerator) -> String {
        let names = ["a", "b", "a%", "a_", "a0", "a.b", "ä"]
        let depth = Int.random(in: 1...3, using: &random)
        return (0..<depth).map { _ in "/" + (names.randomElement(using: &random) ?? "") }.joined()
    }

    @Test(arguments: 0..<6)
    func anyChangesLeaveWhatTheRulesSay(seed: UInt64) throws {
        var random = Generator(state: seed)
        let fixture = try LibraryFixture()
        let library = try fixture.open()
        var model = Model()
        try library.beginListing(of: "")
        for round in 0..<30 {
            let changes = (0..<20).map { _ -> NodeChange in
                let path = randomPath(&random)
                switch Int.random(in: 0..<10, using: &random) {
                case 0...5:
                    let number = Int.random(in: 0..<40, using: &random)
                    return .media(
                        photo(
                            number, at: path + ".jpg",
                            revision: Int.random(in: 1...3, using: &random)))
                case 6:
                    return .folder(
                        FolderNode(id: NodeID(rawValue: "id:f"), name: "F", pathKey: path))
                case 7: return .otherFile(pathKey: path)
                case 8: return .deleted(pathKey: path + ".jpg")
                default: return .deleted(pathKey: path)
                }
            }
            changes.forEach { model.apply($0) }
            _ = try library.apply(page(changes, "c\(round)", more: round % 3 != 0))
            let expected = model.photos.values.map { "\($0.id) \($0.pathKey) \($0.revision)" }
            let found = try library.everything().map {
                "\($0.node.id) \($0.node.pathKey) \($0.node.revision)"
            }
            #expect(found.sorted() == expected.sorted(), "seed \(seed), round \(round)")
        }
        try library.collectGarbage()
        try library.verify()
    }

    @Test func changesAddUpToTheStatistics() throws {
        var random = Generator(state: 99)
        let library = try LibraryFixture().open()
        try library.beginListing(of: "")
        var sum = ChangeSummary()
        for round in 0..<40 {
            let changes = (0..<10).map { _ -> NodeChange in
                let path = randomPath(&random) + ".jpg"
                let number = Int.random(in: 0..<30, using: &random)
                return Bool.random(using: &random)
                    ? .media(photo(number, at: path)) : .deleted(pathKey: path)
            }
            sum += try library.apply(page(changes, "\(round)", more: round < 39))
        }
        #expect(sum.added - sum.removed == (try library.statistics().nodes))
    }
}

/// A small generator with a seed, so that a failure can be repeated (SplitMix64).
struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}
