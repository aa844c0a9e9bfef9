/// The events of two graphs in the order of their moments.
struct Joined {
    private let events: [(isFirst: Bool, timed: Timed)]

    /// Subscribes to the first graph, then to the second one.
    init(_ first: Graph, _ second: Graph, _ script: Script, _ start: Moment) {
        self.init(
            first.events(script, from: start.then(0)), second.events(script, from: start.then(1)))
    }

    init(_ first: [Timed], _ second: [Timed]) {
        let left = first.map { (isFirst: true, timed: $0) }
        let right = second.map { (isFirst: false, timed: $0) }
        // `sort` keeps the order of equal elements.
        events = (left + right).sorted { $0.timed.moment < $1.timed.moment }
    }

    func paired(_ pairing: Graph.Pairing) -> [Timed] {
        switch pairing {
        case .merge: merged()
        case .combineLatest: combinedLatest()
        case .zip: zipped()
        }
    }

    func merged() -> [Timed] {
        var result: [Timed] = []
        var ends = 0
        for (_, timed) in events {
            if timed.event == .completed {
                ends += 1
                if ends < 2 { continue }
            }
            result.append(timed)
            if timed.isEnd { break }
        }
        return result
    }

    func combinedLatest() -> [Timed] {
        var latest: (Int?, Int?) = (nil, nil)
        var result: [Timed] = []
        var ends = 0
        for (isFirst, timed) in events {
            switch timed.event {
            case .value(let value):
                if isFirst { latest.0 = value } else { latest.1 = value }
                if case (let left?, let right?) = latest {
                    result.append(.value(left &* 2 &+ right, timed.moment))
                }
            case .completed:
                ends += 1
                let isEmpty = (isFirst ? latest.0 : latest.1) == nil
                if ends == 2 || isEmpty { return result + [timed] }
            case .failed: return result + [timed]
            }
        }
        return result
    }

    func zipped() -> [Timed] {
        var waiting: ([Int], [Int]) = ([], [])
        var isDone = (false, false)
        var result: [Timed] = []
        for (isFirst, timed) in events {
            switch timed.event {
            case .value(let value):
                if isFirst { waiting.0.append(value) } else { waiting.1.append(value) }
                guard !waiting.0.isEmpty, !waiting.1.isEmpty else { continue }
                let sum = waiting.0.removeFirst() &* 2 &+ waiting.1.removeFirst()
                result.append(.value(sum, timed.moment))
            case .completed: if isFirst { isDone.0 = true } else { isDone.1 = true }
            case .failed: return result + [timed]
            }
            if isDone.0 && waiting.0.isEmpty || isDone.1 && waiting.1.isEmpty {
                return result + [Timed(moment: timed.moment, event: .completed)]
            }
        }
        return result
    }

    /// The first is the trigger, whose end is of no account.
    func takenUntil() -> [Timed] {
        var result: [Timed] = []
        for (isTrigger, timed) in events {
            if isTrigger {
                guard timed.value != nil else { continue }
                return result + [Timed(moment: timed.moment, event: .completed)]
            }
            result.append(timed)
            if timed.isEnd { break }
        }
        return result
    }

    func skippedUntil() -> [Timed] {
        var result: [Timed] = []
        var isOpen = false
        for (isTrigger, timed) in events {
            if isTrigger {
                if timed.value != nil { isOpen = true }
            } else if isOpen || timed.isEnd {
                result.append(timed)
                if timed.isEnd { break }
            }
        }
        return result
    }

    func withLatest() -> [Timed] {
        var result: [Timed] = []
        var latest: Int?
        for (isOther, timed) in events {
            if isOther {
                if let value = timed.value { latest = value }
            } else if let value = timed.value {
                if let latest { result.append(.value(value &* 2 &+ latest, timed.moment)) }
            } else {
                return result + [timed]
            }
        }
        return result
    }

    func sampled() -> [Timed] {
        var result: [Timed] = []
        var latest: Int?
        for (isTrigger, timed) in events {
            if !isTrigger {
                if timed.isEnd { return result + [timed] }
                latest = timed.value
            } else if timed.value != nil, let value = latest {
                latest = nil
                result.append(.value(value, timed.moment))
            }
        }
        return result
    }
}
