import Scheduling
import Signals

/// The failure of the signals of the model.
enum Fault: UnavailabilityConvertible {
    /// The source or an operator has failed.
    case own
    /// A scheduler has ended.
    case unavailable

    init(unavailable error: BoundError) { self = .unavailable }
}

/// The events of a signal, as lists.
struct Played: Equatable {
    enum End { case completed, failed }

    var values: [Int] = []
    /// The end; `nil` before it.
    var end: End?
}

/// An operator, for signals and for lists.
enum Operator: CaseIterable {
    case map, filter, scan, take, skip, takeLast, distinct, pairs, startWith, twice, fail

    func apply(to signal: Signal<Item, Fault>, _ census: Census) -> Signal<Item, Fault> {
        // Each closure captures a counted object, which has to die with the subscription.
        let guest = Item(0, census)
        switch self {
        case .map: return signal.map { Item($0.number &* 3, guest.census) }
        case .filter: return signal.filter { ($0.number &+ guest.number) % 3 != 1 }
        case .scan:
            return signal.scan(guest) { Item($0.number &+ $1.number, guest.census) }
        case .take: return signal.take(2)
        case .skip: return signal.skip(1)
        case .takeLast: return signal.takeLast(2)
        case .distinct:
            return signal.distinctUntilChanged {
                $0.number % 2 == ($1.number &+ guest.number) % 2
            }
        case .pairs:
            return signal.collect(2).map { pair in
                Item(pair.reduce(guest.number) { $0 &+ $1.number }, guest.census)
            }
        case .startWith: return signal.startWith(Item(8, census))
        case .twice:
            return signal.flatMap(.concat) { item in
                .sequence([item, Item(item.number &+ 1, guest.census)])
            }
        case .fail:
            return signal.tryMap { item throws(Fault) in
                if item.number % 7 == 5 { throw .own }
                return Item(item.number &+ guest.number, guest.census)
            }
        }
    }

    func apply(to played: Played) -> Played {
        var (values, end) = (played.values, played.end)
        switch self {
        case .map: values = values.map { $0 &* 3 }
        case .filter: values = values.filter { $0 % 3 != 1 }
        case .scan:
            var sum = 0
            values = values.map {
                sum &+= $0
                return sum
            }
        case .take:
            if values.count >= 2 { end = .completed }
            values = Array(values.prefix(2))
        case .skip: values = Array(values.dropFirst())
        case .takeLast: values = end == .completed ? values.suffix(2) : []
        case .distinct:
            values = values.reduce(into: []) { kept, value in
                if kept.last.map({ $0 % 2 == value % 2 }) != true { kept.append(value) }
            }
        case .pairs:
            let rest = values.count % 2 == 1 && end == .completed ? [values[values.count - 1]] : []
            values =
                stride(from: 1, to: values.count, by: 2).map { values[$0 - 1] &+ values[$0] } + rest
        case .startWith: values = [8] + values
        case .twice: values = values.flatMap { [$0, $0 &+ 1] }
        case .fail:
            if let index = values.firstIndex(where: { $0 % 7 == 5 }) {
                (values, end) = (Array(values[..<index]), .failed)
            }
        }
        return Played(values: values, end: end)
    }
}
