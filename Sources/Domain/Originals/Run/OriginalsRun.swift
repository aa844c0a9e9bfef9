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
        /// The server's answer for this file is of no use; that for another one may be.
        case unusable(FeedError)
        /// No file can be downloaded.
        case failed(FeedError)

        static func == (left: Outcome, right: Outcome) -> Bool {
            switch (left, right) {
            case (.placed, .placed): true
            case (.refused(let left), .refused(let right)): left == right
            case (.differed(let left), .differed(let right)): left == right
            case (.unusable(let left), .unusable(let right)): left.code == right.code
            case (.failed(let left), .failed(let right)): left.code == right.code
            default: false
            }
        }
    }

    private let count: Int
    private let width: Int
    /// The items that have failed in an earlier run: their faults say nothing new of the server.
    private let failedBefore: Set<Int>
    private var next = 0
    private var inFlight: Set<Int> = []
    /// The items that the server has sent with wrong content once.
    private var repeated: Set<Int> = []
    private var faults = FileFaults()
    private var hasEnded = false

    /// Creates a run of `count` items, of which `width` are downloaded at the same time.
    init(count: Int, width: Int, failedBefore: Set<Int> = []) {
        self.count = count
        self.width = width
        self.failedBefore = failedBefore
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
            faults.noteSuccess()
            inFlight.remove(item)
            return begin()
        case .refused(let reason):
            return fail(item, reason)
        case .differed(let reason):
            // A second attempt tells a fault of the way from one of the server.
            if repeated.insert(item).inserted { return [.download(item)] }
            let error = FeedError(
                .malformedAnswer,
                "several originals in succession have other content than the server has listed; "
                    + "the last one: \(reason)")
            return fail(item, reason, countingFault: error)
        case .unusable(let error):
            return fail(item, error.message, countingFault: error)
        case .failed(let error):
            hasEnded = true
            return [.end(.failed(error))]
        }
    }

    /// Continues without an item.
    ///
    /// - Parameter error: the error of the run if the server is at fault; `nil` for a failure that
    ///   says nothing of the server.
    private mutating func fail(
        _ item: Int, _ reason: String, countingFault error: FeedError? = nil
    ) -> [Action] {
        inFlight.remove(item)
        let failure = Action.fail(item, reason: reason)
        guard let error, !failedBefore.contains(item), faults.noteFault() else {
            return [failure] + begin()
        }
        hasEnded = true
        return [failure, .end(.failed(error))]
    }
}
