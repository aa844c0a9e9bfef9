#if DEBUG
    import Scheduling
    @testable import Signals
    import SchedulingTestKit
    import Testing

    /// The end of a chain; unlike the root of a subscription, it drops no event.
    final class Wire {
        private(set) var events: [SignalEvent<Int, Oops>] = []
        private let lifetime = Disposable()

        init(
            _ signal: Signal<Int, Oops>,
            react: @escaping (Wire, SignalEvent<Int, Oops>) -> Void = { _, _ in }
        ) {
            func take(_ wire: Wire?, _ event: SignalEvent<Int, Oops>) {
                guard let wire else { return }
                wire.events.append(event)
                react(wire, event)
            }
            signal.subscribe(
                Sink(
                    lifetime: lifetime,
                    onValue: { [weak self] in take(self, .value($0)) },
                    onEnd: { [weak self] in take(self, .ended($0)) }))
        }

        var isGrammatical: Bool {
            let ends = events.indices.filter {
                if case .ended = events[$0] { true } else { false }
            }
            return ends.isEmpty || ends == [events.count - 1]
        }

        func dispose() { lifetime.dispose() }
    }

    @Suite("Laws inside a subscription: G1, X1")
    struct WireTests {
        @Test("no operator sends after its end", arguments: Operator.all)
        func nothingPassesBehindTheEnd(_ tested: Operator) {
            #expect(keepsTheGrammar(tested))
        }

        @Test("no operator forwards events after disposal", arguments: Operator.all)
        func nothingPassesAfterDisposal(_ tested: Operator) {
            #expect(isSilentAfterDisposal(tested))
        }

        @Test("an operator that violates a law is detected", arguments: Operator.broken)
        func brokenOperatorIsFound(_ tested: Operator) {
            #expect(!keepsTheGrammar(tested) || !isSilentAfterDisposal(tested))
        }

        private func keepsTheGrammar(_ tested: Operator) -> Bool {
            [Completion.completed, .failed(Oops())].allSatisfy { end in
                onVirtualScheduler { scheduler in
                    var producers: [Observer<Int, Oops>] = []
                    let wire = Wire(tested.apply(Signal { producers.append($0) }, Token()))
                    for round in 0..<4 {
                        for producer in producers {
                            for value in 1...4 { producer.send(value * (round + 1)) }
                            producer.end(end)
                        }
                        scheduler.advance(by: .seconds(1))
                    }
                    return wire.isGrammatical
                }
            }
        }

        private func isSilentAfterDisposal(_ tested: Operator) -> Bool {
            (0..<8).allSatisfy { step in
                onVirtualScheduler { scheduler in
                    let subject = Subject<Int, Oops>()
                    let inside = Wire(tested.apply(subject.signal, Token())) { wire, _ in
                        if wire.events.count == step + 1 { wire.dispose() }
                    }
                    let outside = Wire(tested.apply(subject.signal, Token()))
                    var count: Int?
                    for value in 0..<4 {
                        subject.send(value)
                        scheduler.advance(by: .milliseconds(10))
                        guard value == step else { continue }
                        outside.dispose()
                        count = outside.events.count
                    }
                    subject.send(9)
                    subject.complete()
                    scheduler.advance(by: .seconds(1))
                    return inside.events.count <= step + 1
                        && (count == nil || outside.events.count == count)
                }
            }
        }
    }

    extension Operator {
        /// Operators that a law forbids.
        static let broken = [
            Operator("does not end with its subscription") { source, _ in
                Signal(above: source.operatorPath) { sink in
                    source.subscribe(
                        Sink(
                            lifetime: Disposable(), onValue: sink.onValue,
                            onEnd: sink.onEnd))
                }
            },
            Operator("notices a disposal only within its own values") { source, _ in
                Signal(above: source.operatorPath) { sink in
                    var missing = 4
                    source.subscribe(
                        Sink(
                            lifetime: Disposable(),
                            onValue: { value in
                                guard missing > 0 else { return }
                                missing -= 1
                                sink.onValue(value)
                                if !sink.isLive { missing = 0 }
                            },
                            onEnd: { if sink.isLive { sink.onEnd($0) } }))
                }
            },
            Operator("sends behind the end") { source, _ in
                Signal(above: source.operatorPath) { sink in
                    source.subscribe(
                        sink.lift(sink.onValue) { (completion: Completion<Oops>) in
                            sink.onEnd(completion)
                            sink.onValue(0)
                        })
                }
            },
            Operator("ends twice") { source, _ in
                Signal(above: source.operatorPath) { sink in
                    source.subscribe(
                        sink.lift(sink.onValue) { (completion: Completion<Oops>) in
                            sink.onEnd(completion)
                            sink.onEnd(completion)
                        })
                }
            },
        ]
    }
#endif
