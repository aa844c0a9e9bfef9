import PhotoFeed
import Signals

/// The state of a run that downloads originals: several at once, in the order of the plan.
///
/// A pure state machine: each input returns the actions to perform, in order. `OriginalsRunner`
/// performs them.
struct OriginalsRun {
    /// An action that the owner of the machine performs.
    enum Action: Equatable {
        /// Begins the download of an item of the plan, whose end is an input.
        case download(Int)
        /// Stores and reports that the server cannot deliver an item.
        case fail(Int, reason: String)
        /// Ends the run.
        case end(Completion<FeedError>)
    }

    /// The end of a download.
    enum Outcome: Equatable {
        /// The file is in place.
        case placed
        /// The server refuses this file.
        case refused(String)
        /// The server sent other content than it has listed.
        case differed(String)
        /// No file can be downloaded.
        case failed(FeedError)

        static func == (left: Outcome, right: Outcome) -> Bool {
            switch (left, right) {
            case (.placed, .placed): true
            case (.refused(let left), .refused(let right)): left == right
            case (.differed(let left), .differed(let right)): left == right
            case (.failed(let left), .failed(let right)): left.code == right.code
            default: false
            }
        }
    }

    /// The number of first files with wrong content after which the server is at fault.
    static let wrongFileLimit = 3

    private let count: Int
    private let width: Int
    private var next = 0
    private var inFlight: Set<Int> = []
    /// The items that the server has sent with wrong content once.
    private var repeated: Set<Int> = []
    /// The number of files with wrong content; `nil` once a file had the right one.
    private var wrongFiles: Int? = 0
    private var hasEnded = false

    /// Creates a run of `count` items, of which `width` are downloaded at the same time.
    init(count: Int, width: Int) {
        self.count = count
        self.width = width
    }

    /// Begins the downloads for which there is room, or ends the run.
    mutating func begin() -> [Action] {
        guard !hasEnded else { return [] }
        var actions: [Action] = []
        while inFlight.count < width, next < count {
            inFlight.insert(next)
            actions.append(.download(next))
            next += 1
        }
        if inFlight.isEmpty {
            hasEnded = true
            actions.append(.end(.completed))
        }
        return actions
    }

    /// Takes the end of a download.
    mutating func ended(_ item: Int, _ outcome: Outcome) -> [Action] {
        guard !hasEnded, inFlight.contains(item) else { return [] }
        switch outcome {
        case .placed:
            wrongFiles = nil
        case .refused(let reason):
            inFlight.remove(item)
            return [.fail(item, reason: reason)] + begin()
        case .differed(let reason):
            // A second attempt tells a fault of the way from one of the server.
            if repeated.insert(item).inserted { return [.download(item)] }
            if let count = wrongFiles { wrongFiles = count + 1 }
            if wrongFiles == Self.wrongFileLimit {
                hasEnded = true
                return [
                    .fail(item, reason: reason),
                    .end(
                        .failed(
                            FeedError(
                                .malformedAnswer,
                                "the first \(Self.wrongFileLimit) originals have other content "
                                    + "than the server has listed"))),
                ]
            }
            inFlight.remove(item)
            return [.fail(item, reason: reason)] + begin()
        case .failed(let error):
            hasEnded = true
            return [.end(.failed(error))]
        }
        inFlight.remove(item)
        return begin()
    }
}
