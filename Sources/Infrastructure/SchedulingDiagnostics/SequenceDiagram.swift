import Scheduling

/// The sequence of recorded runs: the services of each scheduler, and the posts and calls between
/// them.
///
/// ```swift
/// TraceRecorder.start()
/// …
/// TraceRecorder.stop()
/// let diagram = SequenceDiagram(of: TraceRecorder.recordedRuns, title: "A sync")
/// try diagram.svg.write(toFile: "sync.svg", atomically: true, encoding: .utf8)
/// ```
///
/// A post is an arrow from the service whose work posted to the service that the posted work calls
/// first. The other services that this work calls have arrows from the first one, even if a service
/// between them passes the call on. Equal arrows are one arrow, at the place of the first one, with
/// their number, so that a long run fits on a page. Work that posts without a service has the name
/// of the module whose line posted. Only a debug build records the methods, and the calls of a run
/// after the first one.
///
/// A run that is deterministic has a deterministic drawing.
public struct SequenceDiagram: Sendable {
    /// A participant: a service, or a module that posts without one.
    struct Lifeline: Hashable, Sendable {
        let name: String
        /// The scheduler, or the pool of schedulers; `nil` for threads without one.
        let group: String?
        let isModule: Bool
    }

    /// The arrows with equal ends, text and kind.
    struct Arrow: Sendable {
        let from: Lifeline
        let to: Lifeline
        let text: String
        let isPost: Bool
        var count = 1
    }

    private struct Key: Hashable {
        let from: Lifeline
        let to: Lifeline
        let text: String
        let isPost: Bool
    }

    /// The maximum number of arrows of a drawing; a page cannot show more.
    public static let mostArrows = 90

    /// The beginning of each drawing, by which a program recognizes one before it replaces it.
    package static let beginning = #"<svg data-drawing="sequence""#

    /// The title of the drawing.
    public let title: String
    private(set) var arrows: [Arrow] = []
    /// The number of different arrows that are left out.
    private(set) var leftOutCount = 0
    private var positions: [Key: Int] = [:]
    private var leftOut: Set<Key> = []

    /// Creates the diagram of runs, which are sorted by their beginnings.
    public init(of runs: [RecordedRun], title: String) {
        self.title = title
        let posters = RecordedHop.posters(of: runs)
        for (index, run) in runs.enumerated() {
            guard let first = run.calls.first else { continue }
            let receiver = Self.lifeline(of: first, in: run)
            if let provenance = run.provenance {
                let module = String("\(provenance.file)".prefix { $0 != "/" })
                let sender = Self.sender(of: index, runs, posters, module)
                add(from: sender, to: receiver, first.method, isPost: true)
            }
            for call in run.calls.dropFirst() {
                let called = Self.lifeline(of: call, in: run)
                add(from: receiver, to: called, call.method, isPost: false)
            }
        }
    }

    /// The lifelines, those of one scheduler together: UI first, then BL, then the others in the
    /// order of their first work, and the threads without a scheduler last.
    var groups: [(name: String?, lifelines: [Lifeline])] {
        var groups: [(name: String?, lifelines: [Lifeline])] = []
        for lifeline in arrows.flatMap({ [$0.from, $0.to] }) {
            guard let index = groups.firstIndex(where: { $0.name == lifeline.group }) else {
                groups.append((lifeline.group, [lifeline]))
                continue
            }
            if !groups[index].lifelines.contains(lifeline) {
                groups[index].lifelines.append(lifeline)
            }
        }
        let ranks: [String?: Int] = ["UI": 0, "BL": 1, nil: 3]
        return groups.enumerated().sorted { left, right in
            (ranks[left.element.name] ?? 2, left.offset)
                < (ranks[right.element.name] ?? 2, right.offset)
        }.map(\.element)
    }

    private mutating func add(from: Lifeline, to: Lifeline, _ method: String?, isPost: Bool) {
        guard from != to else { return }
        let key = Key(from: from, to: to, text: method ?? "", isPost: isPost)
        if let position = positions[key] {
            arrows[position].count += 1
        } else if arrows.count < Self.mostArrows {
            positions[key] = arrows.count
            arrows.append(Arrow(from: from, to: to, text: key.text, isPost: isPost))
        } else if leftOut.insert(key).inserted {
            leftOutCount += 1
        }
    }

    /// The lifeline of a called service; a generic one has one lifeline for all of its arguments.
    private static func lifeline(of call: RecordedCall, in run: RecordedRun) -> Lifeline {
        let name = String(call.service.prefix { $0 != "<" })
        return Lifeline(name: name, group: pool(of: run.scheduler), isModule: false)
    }

    /// The sender of a run: the service of the run that posted it.
    ///
    /// Work without a service, such as a delivery, has the service that posted it, if both have one
    /// scheduler.
    private static func sender(
        of index: Int, _ runs: [RecordedRun], _ posters: [Int?], _ module: String
    ) -> Lifeline {
        guard let poster = posters[index] else {
            return Lifeline(name: module, group: nil, isModule: true)
        }
        let group = pool(of: runs[poster].scheduler)
        var next: Int? = poster
        while let current = next, pool(of: runs[current].scheduler) == group {
            if let call = runs[current].calls.first { return lifeline(of: call, in: runs[current]) }
            next = posters[current]
        }
        return Lifeline(name: module, group: group, isModule: true)
    }

    /// The name of a scheduler without its number in a pool: `readers` for `readers-2`.
    private static func pool(of scheduler: String) -> String {
        guard let dash = scheduler.lastIndex(of: "-"),
            case let number = scheduler[scheduler.index(after: dash)...],
            !number.isEmpty, number.allSatisfy(\.isNumber)
        else { return scheduler }
        return String(scheduler[..<dash])
    }
}
