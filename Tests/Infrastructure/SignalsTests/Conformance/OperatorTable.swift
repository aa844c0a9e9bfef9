import Logging
import Scheduling
import SchedulingTestKit
import Signals
import Testing

/// How the upstream of a test ends.
enum End: CaseIterable {
    case completed, failed, never
}

/// An operator under the laws: a new one is covered by being listed here.
struct Operator: Sendable, CustomTestStringConvertible {
    typealias Build = @Sendable (Signal<Int, Oops>, Token) -> Signal<Int, Oops>

    let name: String
    /// Applies the operator; each of its closures captures the token.
    let apply: Build
    /// Applies the operator as one of thousands in a chain: the events that pass must not multiply.
    let link: Build
    /// The ends with which a synchronous source gives something else than an asynchronous one, and
    /// why.
    var difference: (ends: [End], reason: String)?
    /// The reason why the subscription continues when its source has disappeared.
    var survival: String?
    /// How long it stays connected after its last subscriber has left.
    var linger = Duration.zero
    /// Whether a second subscription gets values of the first.
    var replays = false

    init(_ name: String, _ apply: @escaping Build, link: Build? = nil) {
        self.name = name
        self.apply = apply
        self.link = link ?? apply
    }

    var testDescription: String { name }

    func differing(at ends: End..., because reason: String) -> Operator {
        differing(at: ends, because: reason)
    }

    func differing(at ends: [End], because reason: String) -> Operator {
        var copy = self
        copy.difference = (ends, reason)
        return copy
    }

    func surviving(because reason: String) -> Operator {
        var copy = self
        copy.survival = reason
        return copy
    }

    func lingering(_ time: Duration) -> Operator {
        var copy = self
        copy.linger = time
        return copy
    }

    func replaying() -> Operator {
        var copy = self
        copy.replays = true
        return copy
    }

    static let all =
        transforming + selecting + combining + flattening + recovering + timed + sources + other

    static let transforming = [
        Operator("map") { source, token in source.map { [token] in keep(token, $0 + 1) } },
        Operator("compactMap") { source, token in
            source.compactMap { [token] in keep(token, $0.isMultiple(of: 3) ? nil : $0) }
        },
        Operator("tryMap") { source, token in
            source.tryMap { [token] (value) throws(Oops) in
                if value == 4 { throw Oops() }
                return keep(token, value)
            }
        },
        Operator("mapFailure") { source, token in
            source.mapFailure { [token] in keep(token, $0) }
        },
        Operator("promoteFailure") { source, token in
            source.map { [token] in keep(token, $0) }.replaceFailure(with: -1).promoteFailure()
        },
        Operator("scan") { source, token in source.scan(0) { [token] in keep(token, $0 + $1) } },
        Operator("scan(into:)") { source, token in
            source.scan(into: 0) { [token] in $0 = keep(token, $0 + $1) }
        },
        Operator("reduce") { source, token in
            source.reduce(0) { [token] in keep(token, $0 + $1) }
        },
        Operator("collect") { source, token in
            source.collect().map { [token] in keep(token, $0.count) }
        },
        Operator("collect(2)") { source, token in
            source.collect(2).map { [token] in keep(token, $0.count) }
        },
        Operator("collect(every:)") { source, token in
            source.collect(2, every: .milliseconds(5), in: .here).map { [token] in
                keep(token, $0.count)
            }
        }.differing(at: .completed, .failed, because: "a batch has a clock"),
        Operator("window") { source, token in
            source.window(2).flatMap(.merge) { [token] in $0.map { keep(token, $0) } }
        } link: { source, _ in
            source.window(1).flatten(.merge)
        },
        Operator("window(every:)") { source, token in
            source.window(every: .milliseconds(15), in: .here).flatMap(.merge) { [token] in
                $0.map { keep(token, $0) }
            }
        } link: { source, _ in
            source.window(every: .milliseconds(15), in: .here).flatten(.merge)
        },
        Operator("grouped(by:)") { source, token in
            source.grouped { [token] in keep(token, $0 % 2) }.flatMap(.merge) { $0.values }
        } link: { source, _ in
            source.grouped { $0 % 2 }.flatMap(.merge) { $0.values }
        },
        Operator("enumerated") { source, token in
            source.enumerated().map { [token] in keep(token, $0.offset) }
        },
        Operator("combinePrevious") { source, token in
            source.combinePrevious().map { [token] in keep(token, $0.previous) }
        },
        Operator("materialize") { source, token in
            source.map { [token] in keep(token, $0) }.materialize().map { _ in 1 }.promoteFailure()
        } link: { source, _ in
            source.materialize().take(1).map { _ in 1 }.promoteFailure()
        },
        Operator("dematerialize") { source, token in
            source.map { [token] in keep(token, $0) }.materialize().dematerialize()
        },
    ]

    static let selecting = [
        Operator("filter") { source, token in source.filter { [token] in keep(token, $0 != 2) } },
        Operator("ignoreValues") { source, token in
            source.map { [token] in keep(token, $0) }.ignoreValues()
        },
        Operator("distinctUntilChanged") { source, token in
            source.distinctUntilChanged { [token] in keep(token, $0 / 2 == $1 / 2) }
        },
        Operator("take") { source, token in source.map { [token] in keep(token, $0) }.take(2) },
        Operator("takeFirst") { source, token in
            source.map { [token] in keep(token, $0) }.takeFirst()
        },
        Operator("first(where:)") { source, token in
            source.first { [token] in keep(token, $0 > 2) }
        },
        Operator("contains(where:)") { source, token in
            source.contains { [token] in keep(token, $0 > 2) }.map { $0 ? 1 : 0 }
        },
        Operator("take(during:)") { source, token in
            Signal.deferred {
                let lifetime = Disposable()
                return source.on(
                    value: { [token] in if keep(token, $0) == 3 { lifetime.dispose() } },
                    disposed: { lifetime.dispose() }
                ).take(during: lifetime)
            }
        } link: { source, _ in
            let lifetime = Disposable()
            return source.on(disposed: { lifetime.dispose() }).take(during: lifetime)
        },
        Operator("takeWhile") { source, token in
            source.takeWhile { [token] in keep(token, $0 < 3) }
        },
        Operator("takeLast") { source, token in
            source.map { [token] in keep(token, $0) }.takeLast(2)
        },
        Operator("take(until:)") { source, token in
            source.take(until: late.map { [token] in keep(token, $0) }.replaceFailure(with: 0))
        } link: { source, _ in
            source.take(until: Signal<Int, Never>.never)
        },
        Operator("take(until:) of one source") { source, token in
            source.multicast { [token] in
                $0.take(until: $0.filter { keep(token, $0 == 3) }.replaceFailure(with: 0))
            }
        } link: { source, _ in
            source.multicast { $0.take(until: $0.ignoreValues(as: Int.self).catch { _ in .never }) }
        },
        Operator("take(until:), as the trigger") { source, token in
            Signal.never.map { [token] in keep(token, $0) }
                .take(until: source.replaceFailure(with: 0))
        }.surviving(because: "the values may continue without the trigger"),
        Operator("skip") { source, token in source.map { [token] in keep(token, $0) }.skip(1) },
        Operator("skipWhile") { source, token in
            source.skipWhile { [token] in keep(token, $0 < 2) }
        },
        Operator("skip(until:)") { source, token in
            source.skip(until: Signal<Int, Never>.just(1).map { [token] in keep(token, $0) })
        },
        Operator("skip(until:) of one source") { source, token in
            source.multicast { [token] in
                $0.skip(until: $0.filter { keep(token, $0 == 3) }.replaceFailure(with: 0))
            }
        } link: { source, _ in
            source.multicast { $0.skip(until: $0.replaceFailure(with: 0)) }
        },
        Operator("skip(until:), as the trigger") { source, token in
            Signal.never.map { [token] in keep(token, $0) }
                .skip(until: source.replaceFailure(with: 0))
        }.surviving(because: "the signal may still complete"),
        Operator("defaultIfEmpty") { source, token in
            source.defaultIfEmpty(keep(token, 7))
        },
        Operator("sample") { source, token in
            source.sample(
                on: Signal<Int, Never>.interval(.milliseconds(15), in: .here).take(9).map {
                    [token] in
                    keep(token, $0)
                })
        } link: { source, _ in
            source.sample(on: Signal<Int, Never>.just(1))
        }.differing(at: .completed, .failed, because: "the trigger has a clock"),
        Operator("sample of one source") { source, token in
            source.multicast { [token] in
                $0.sample(on: $0.map { keep(token, $0) }.replaceFailure(with: 0))
            }
        },
        Operator("sample, as the trigger") { source, token in
            Signal.just(1).map { [token] in keep(token, $0) }.concat(.never)
                .sample(on: source.replaceFailure(with: 0))
        }.differing(
            at: .completed, .failed,
            because: "a trigger that sends at once does so before there is a value to sample"
        ).surviving(because: "the signal may still complete"),
    ]
}

/// A value that comes when the asynchronous source of the tests has ended.
var late: Signal<Int, Oops> {
    Signal<Void, Oops>.timer(after: .milliseconds(55), in: .here).map { 3 }
}

/// The second argument; the first is only kept.
func keep<Result>(_ token: Token, _ result: Result) -> Result { result }

/// The events that `connect` has a subject send; the subject goes with the connection.
func relaying(
    _ make: @escaping @autoclosure () -> Subject<Int, Oops> = Subject(),
    _ connect: @escaping (Subject<Int, Oops>) -> Disposable
) -> Signal<Int, Oops> {
    Signal { observer in
        let subject = make()
        subject.signal.observe({ observer.send($0) }) { observer.end($0) }
        let connection = connect(subject)
        connection.add { withExtendedLifetime(subject) {} }
        observer.onDispose { [weak connection] in connection?.dispose() }
    }
}
