import Logging
import Scheduling
import Signals
import Testing

/// An operator under the laws: a new one is covered by being listed here.
struct Operator: Sendable, CustomTestStringConvertible {
    typealias Build = @Sendable (Signal<Int, Oops>, Token) -> Signal<Int, Oops>

    let name: String
    /// Applies the operator; each of its closures captures the token.
    let apply: Build
    /// Applies the operator as one of thousands in a chain: the events that pass must not multiply.
    let link: Build
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

    private static let transforming = [
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
            source.collect(2, every: .milliseconds(5)).map { [token] in keep(token, $0.count) }
        },
        Operator("window") { source, token in
            source.window(2).flatMap(.merge) { [token] in $0.map { keep(token, $0) } }
        } link: { source, _ in
            source.window(1).flatten(.merge)
        },
        Operator("window(every:)") { source, token in
            source.window(every: .milliseconds(15)).flatMap(.merge) { [token] in
                $0.map { keep(token, $0) }
            }
        } link: { source, _ in
            source.window(every: .milliseconds(15)).flatten(.merge)
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

    private static let selecting = [
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
            source.take(until: Signal<Int, Never>.never.map { [token] in keep(token, $0) })
        },
        Operator("take(until:), as the trigger") { source, token in
            Signal.never.map { [token] in keep(token, $0) }
                .take(until: source.replaceFailure(with: 0))
        },
        Operator("skip") { source, token in source.map { [token] in keep(token, $0) }.skip(1) },
        Operator("skipWhile") { source, token in
            source.skipWhile { [token] in keep(token, $0 < 2) }
        },
        Operator("skip(until:)") { source, token in
            source.skip(until: Signal<Int, Never>.just(1).map { [token] in keep(token, $0) })
        },
        Operator("skip(until:), as the trigger") { source, token in
            Signal.never.map { [token] in keep(token, $0) }
                .skip(until: source.replaceFailure(with: 0))
        },
        Operator("defaultIfEmpty") { source, token in
            source.defaultIfEmpty(keep(token, 7))
        },
        Operator("sample") { source, token in
            source.sample(on: Signal<Int, Never>.just(1).map { [token] in keep(token, $0) })
        },
        Operator("sample, as the trigger") { source, token in
            Signal.just(1).map { [token] in keep(token, $0) }.concat(.never)
                .sample(on: source.replaceFailure(with: 0))
        },
    ]

    private static let combining = [
        Operator("concat") { source, token in
            source.concat(Signal.deferred { [token] in .just(keep(token, 9)) })
        } link: { source, _ in
            source.concat(.just(9)).filter { $0 != 9 }
        },
        Operator("concat, as the second") { source, token in
            Signal.just(0).map { [token] in keep(token, $0) }.concat(source)
        } link: { source, _ in
            Signal.just(9).concat(source).filter { $0 != 9 }
        },
        Operator("startWith") { source, token in
            source.map { [token] in keep(token, $0) }.startWith(0)
        } link: { source, _ in
            source.startWith(0).skip(1)
        },
        Operator("merge") { source, token in
            source.merge(with: Signal.just(9).map { [token] in keep(token, $0) })
        } link: { source, _ in
            source.merge(with: .just(9)).filter { $0 != 9 }
        },
        Operator("merge, as the second") { source, token in
            Signal.just(9).map { [token] in keep(token, $0) }.merge(with: source)
        } link: { source, _ in
            Signal.just(9).merge(with: source).filter { $0 != 9 }
        },
        Operator("combineLatest") { source, token in
            source.combineLatest(with: .just(1)).map { [token] in keep(token, $0.0 + $0.1) }
        },
        Operator("combineLatest, as the second") { source, token in
            Signal.just(1).combineLatest(with: source).map { [token] in keep(token, $0.0 + $0.1) }
        },
        Operator("combineLatest of three") { source, token in
            Signal.combineLatest(source, .just("a"), .just(2.0))
                .map { [token] in keep(token, $0.0) }
        },
        Operator("zip") { source, token in
            source.zip(with: .sequence(0..<3)).map { [token] in keep(token, $0.0 + $0.1) }
        },
        Operator("zip, as the second") { source, token in
            Signal.sequence(0..<3).zip(with: source).map { [token] in keep(token, $0.0 + $0.1) }
        },
        Operator("zip of three") { source, token in
            Signal.zip(source, .sequence(0..<3), .sequence(["a", "b", "c"]))
                .map { [token] in keep(token, $0.0) }
        },
        Operator("combineLatest of a collection") { source, token in
            Signal.combineLatest([.just(1), source]).map { [token] in keep(token, $0[0] + $0[1]) }
        },
        Operator("zip of a collection") { source, token in
            Signal.zip([.sequence(0..<3), source]).map { [token] in keep(token, $0[0] + $0[1]) }
        },
        Operator("merge of a collection") { source, token in
            Signal.merge(
                Set([9]).map { Signal.just($0).map { [token] in keep(token, $0) } } + [source])
        } link: { source, _ in
            Signal.merge([.just(9), source]).filter { $0 != 9 }
        },
        Operator("race of a collection") { source, token in
            Signal.race([Signal.never.map { [token] in keep(token, $0) }, source, .never])
        },
        Operator("withLatest") { source, token in
            source.withLatest(from: .just(1)).map { [token] in keep(token, $0.0) }
        },
        Operator("withLatest, as the other") { source, token in
            Signal.never.map { [token] in keep(token, $0) }
                .withLatest(from: source.replaceFailure(with: 0)).map(\.0)
        },
        Operator("race") { source, token in
            source.race(with: Signal.never.map { [token] in keep(token, $0) })
        },
        Operator("race, as the second") { source, token in
            Signal.never.map { [token] in keep(token, $0) }.race(with: source)
        },
    ]

    private static let flattening = [
        ("concat", FlattenStrategy.concat), ("merge", .merge), ("latest", .latest),
        ("first", .first), ("concurrent(2)", .concurrent(limit: 2)),
    ].flatMap { name, strategy in
        [
            Operator("flatMap(\(name)) to values") { source, token in
                source.flatMap(strategy) { [token] in .sequence([keep(token, $0), 50]) }
            } link: { source, _ in
                source.flatMap(strategy) { .just($0) }
            },
            Operator("flatMap(\(name)) of values") { source, token in
                Signal.sequence(0..<2).flatMap(strategy) { [token] in
                    source.scan($0) { keep(token, $0 + $1) }
                }
            } link: { source, _ in
                Signal.just(0).flatMap(strategy) { _ in source }
            },
        ]
    }

    private static let recovering = [
        Operator("catch") { source, token in
            source.catch { [token] _ in Signal<Int, Oops>.just(keep(token, 8)) }
        },
        Operator("replaceFailure") { source, token in
            source.replaceFailure(with: keep(token, 8)).promoteFailure()
        },
        Operator("retry") { source, token in
            source.retry(2) { [token] _ in keep(token, true) }
        } link: { source, _ in
            source.retry { _ in false }
        },
        Operator("retry(when:)") { source, token in
            source.retry(when: { [token] in $0.map { keep(token, $0) }.take(2) })
        } link: { source, _ in
            source.retry(when: { $0.flatMap(.concat) { Signal<Int, Oops>.fail($0) } })
        },
        Operator("retry(when:), as the answer") { source, token in
            Signal.fail(Oops()).retry(when: { [token] _ in source.map { keep(token, $0) } })
        },
        Operator("repeat") { source, token in
            source.map { [token] in keep(token, $0) }.repeat(2)
        } link: { source, _ in
            source.repeat(1)
        },
    ]

    private static let timed = [
        Operator("delay") { source, token in
            source.map { [token] in keep(token, $0) }.delay(.milliseconds(5))
        },
        Operator("debounce") { source, token in
            source.map { [token] in keep(token, $0) }.debounce(.milliseconds(5))
        },
        Operator("throttle") { source, token in
            source.map { [token] in keep(token, $0) }.throttle(.milliseconds(5))
        },
        Operator("timeout") { source, token in
            source.timeout(.seconds(5), failingWith: keep(token, Oops()))
        },
        Operator("retry with a delay") { source, token in
            source.retry(2, delay: .constant(.milliseconds(5))) { [token] _ in keep(token, true) }
        } link: { source, _ in
            source.retry(2, delay: .constant(.milliseconds(5))) { _ in false }
        },
    ]

    /// Sources, each as the trigger of the signal that is tested.
    private static let sources = [
        Operator("timer") { source, token in
            Signal.timer(after: .milliseconds(5)).flatMap(.concat) { [token] in keep(token, source)
            }
        },
        Operator("interval") { source, token in
            Signal.interval(.milliseconds(5)).take(1)
                .flatMap(.concat) { [token] _ in keep(token, source) }
        },
        Operator("task") { source, token in
            Signal<Int, Never>.task { 1 }.flatMap(.concat) { [token] _ in keep(token, source) }
        },
    ]

    private static let other = [
        Operator("share") { source, token in source.map { [token] in keep(token, $0) }.share() },
        Operator("share(lingering:)") { source, token in
            source.map { [token] in keep(token, $0) }.share(lingering: .milliseconds(5))
        }.lingering(.milliseconds(5)),
        Operator("replayLast") { source, token in
            source.map { [token] in keep(token, $0) }.replayLast()
        }.replaying(),
        Operator("replayLast(lingering:)") { source, token in
            source.map { [token] in keep(token, $0) }.replayLast(2, lingering: .milliseconds(5))
        }.lingering(.milliseconds(5)).replaying(),
        Operator("multicast(to:) that replays") { source, token in
            relaying(Subject(replaying: 2)) { subject in
                source.map { [token] in keep(token, $0) }.multicast(to: subject)
            }
        } link: { source, _ in
            source
        },
        Operator("multicast") { source, token in
            source.multicast { [token] in $0.map { keep(token, $0) }.merge(with: $0) }
        } link: { source, _ in
            source.multicast { $0.map { $0 } }
        },
        Operator("on") { source, token in
            source.on(
                subscribed: { [token] in keep(token, ()) }, value: { [token] _ in keep(token, ()) },
                ended: { [token] _ in keep(token, ()) }, disposed: { [token] in keep(token, ()) })
        },
        Operator("name") { source, token in
            source.map { [token] in keep(token, $0) }.name("named")
        },
        Operator("flatten") { source, token in
            Signal.just(source.map { [token] in keep(token, $0) }).flatten(.merge)
        } link: { source, _ in
            Signal.just(source).flatten(.merge)
        },
        // The last two pass events through a closure of the caller, which is what nests (S3).
        Operator("multicast(to:)") { source, token in
            relaying { subject in source.map { [token] in keep(token, $0) }.multicast(to: subject) }
        } link: { source, _ in
            source
        },
        Operator("bind") { source, token in
            relaying { subject in
                source.on(ended: { subject.end($0) }).replaceFailure(with: 0)
                    .bind(to: subject) { [token] in $0.send(keep(token, $1)) }
            }
        } link: { source, _ in
            source
        },
        Operator("breakpoint") { source, token in
            source.breakpoint { [token] _ in keep(token, false) }
        },
        Operator("log") { source, token in
            source.log("test", level: .trace) { [token] in keep(token, "\($0)") }
        },
        Operator("deferred") { source, token in
            Signal.deferred { [token] in keep(token, source) }
        },
        Operator("deliver on the same scheduler") { source, token in
            source.map { [token] in keep(token, $0) }
                .deliver(on: Schedulers.current ?? VirtualScheduler())
        },
        Operator("a chain of a hundred maps") { source, token in
            (0..<100).reduce(source) { signal, _ in signal.map { [token] in keep(token, $0) } }
        } link: { source, _ in
            source.map { $0 }.filter { _ in true }
        },
    ]
}

/// The second argument; the first is only kept.
private func keep<Result>(_ token: Token, _ result: Result) -> Result { result }

/// The events that `connect` has a subject send; the subject goes with the connection.
private func relaying(
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
