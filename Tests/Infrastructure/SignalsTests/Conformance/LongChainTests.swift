import Scheduling
import SchedulingTestKit
import Signals
import SignalsTestKit
import Testing

/// A long chain of each operator of the table, on a stack of 512 KiB.
///
/// A row of the table has up to five operators. `fiveHundredMaps` and `longMixedChain` have chains
/// of five hundred operators that send one value for one.
@Suite("Long chains: S2", .serialized)
struct LongChainTests {
    static let length = 100

    @Test("a long chain delivers, is disposed of and is released", arguments: Operator.all)
    func longChainIsDisposedOf(_ tested: Operator) async {
        await withLongChain(of: tested) { chain, subject, scheduler in
            let probe = Probe(chain)
            subject?.send(1)
            scheduler.advance(by: .seconds(1))
            probe.dispose()
            scheduler.linger(for: tested, length: Self.length)
            #expect(subject?.observerCount == 0)
            #expect(probe.completions.count <= 1)
        }
    }

    @Test("a long chain completes", arguments: Operator.all)
    func longChainCompletes(_ tested: Operator) async {
        await withLongChain(of: tested) { chain, subject, scheduler in
            let probe = Probe(chain)
            subject?.send(1)
            subject?.complete()
            scheduler.advance(by: .seconds(100))
            #expect(subject?.observerCount == 0)
            #expect(probe.isGrammatical)
        }
    }

    @Test("a long chain fails", arguments: Operator.all)
    func longChainFails(_ tested: Operator) async {
        await withLongChain(of: tested) { chain, subject, scheduler in
            let probe = Probe(chain)
            subject?.send(1)
            subject?.fail(Oops())
            scheduler.advance(by: .seconds(100))
            #expect(subject?.observerCount == 0)
            #expect(probe.isGrammatical)
        }
    }

    @Test("a long chain ends with its source", arguments: Operator.all)
    func longChainVanishes(_ tested: Operator) async {
        await withLongChain(of: tested) { chain, subject, scheduler in
            let probe = Probe(chain)
            subject?.send(1)
            subject = nil
            scheduler.advance(by: .seconds(100))
            #expect(probe.isGrammatical)
        }
    }

    @Test("a long chain over a source that sends and ends immediately", arguments: Operator.all)
    func longChainOverASynchronousSource(_ tested: Operator) async {
        await onSmallStack {
            onVirtualScheduler { scheduler in
                let token = Token()
                let chain = (0..<Self.length).reduce(Signal<Int, Oops>.sequence([1, 2])) {
                    chain, _ in tested.link(chain, token)
                }
                let probe = Probe(chain)
                scheduler.advance(by: .seconds(100))
                #expect(probe.isGrammatical)
            }
        }
    }

    /// Runs `body` with a chain over a subject, on a small stack.
    private func withLongChain(
        of tested: Operator,
        _ body:
            @escaping @Sendable (Signal<Int, Oops>, inout Subject<Int, Oops>?, VirtualScheduler) ->
            Void
    ) async {
        await onSmallStack {
            onVirtualScheduler { scheduler in
                let token = Token()
                var subject: Subject<Int, Oops>? = Subject()
                let source = subject?.signal ?? .never
                let chain = (0..<Self.length).reduce(source) { chain, _ in
                    tested.link(chain, token)
                }
                body(chain, &subject, scheduler)
            }
        }
    }
}
