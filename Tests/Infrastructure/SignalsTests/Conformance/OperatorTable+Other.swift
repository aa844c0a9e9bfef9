import Logging
import Scheduling
import SchedulingTestKit
import Signals

/// Operators that subscribe again, have a clock, share, or look on.
extension Operator {
    static let recovering = [
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

    static let timed = [
        Operator("delay") { source, token in
            source.map { [token] in keep(token, $0) }.delay(.milliseconds(5), in: .here)
        }.differing(at: .failed, because: "a failure drops what is being delayed"),
        Operator("debounce") { source, token in
            source.map { [token] in keep(token, $0) }.debounce(.milliseconds(5), in: .here)
        }.differing(at: .completed, .failed, because: "values that come together count as one"),
        Operator("throttle") { source, token in
            source.map { [token] in keep(token, $0) }.throttle(.milliseconds(5), in: .here)
        }.differing(at: .completed, .failed, because: "values that come together count as one"),
        Operator("timeout") { source, token in
            source.timeout(.seconds(5), in: .here, failingWith: keep(token, Oops()))
        },
        Operator("retry with a delay") { source, token in
            source.retry(2, delay: .constant(.milliseconds(5)), in: .here) { [token] _ in
                keep(token, true)
            }
        } link: { source, _ in
            source.retry(2, delay: .constant(.milliseconds(5)), in: .here) { _ in false }
        },
    ]

    /// Sources, each as the trigger of the signal that is tested.
    static let sources = [
        Operator("timer") { source, token in
            Signal.timer(after: .milliseconds(5), in: .here).flatMap(.concat) { [token] in
                keep(token, source)
            }
        },
        Operator("interval") { source, token in
            Signal.interval(.milliseconds(5), in: .here).take(1)
                .flatMap(.concat) { [token] _ in keep(token, source) }
        },
        Operator("task") { source, token in
            Signal<Int, Never>.task(in: .here) { 1 }.flatMap(.concat) { [token] _ in
                keep(token, source)
            }
        },
    ]

    static let other = [
        Operator("share") { source, token in source.map { [token] in keep(token, $0) }.share() },
        Operator("share(lingering:)") { source, token in
            source.map { [token] in keep(token, $0) }.share(lingering: .milliseconds(5), in: .here)
        }.lingering(.milliseconds(5)),
        Operator("replayLast") { source, token in
            source.map { [token] in keep(token, $0) }.replayLast()
        }.replaying(),
        Operator("replayLast(lingering:)") { source, token in
            source.map { [token] in keep(token, $0) }.replayLast(
                2, lingering: .milliseconds(5), in: .here)
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
                .bound(in: .here).deliver(in: .here)
        },
        Operator("a chain of a hundred maps") { source, token in
            (0..<100).reduce(source) { signal, _ in signal.map { [token] in keep(token, $0) } }
        } link: { source, _ in
            source.map { $0 }.filter { _ in true }
        },
    ]
}
