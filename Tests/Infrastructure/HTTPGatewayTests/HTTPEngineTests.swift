import HTTPGateway
import Scheduling
import SchedulingTestKit
import Signals
import Testing

@Suite struct HTTPEngineTests {
    @Test func anIdleEngineClosesAtOnceAndABusyOneWithItsLastExchange() throws {
        try onEngine { engine, transport in
            var closed = 0
            let subscription = engine.push(
                GET(), to: try HTTPURL("http://a/"), options: HTTPOptions()
            )
            .observe({ _ in }, ended: { _ in })
            engine.close(with: HTTPError(.invalidated, "closed")) { closed += 1 }
            #expect(closed == 0 && engine.count == 1)
            subscription.dispose()
            #expect(closed == 1 && engine.count == 0)
            engine.close(with: HTTPError(.invalidated, "closed")) { closed += 1 }
            #expect(closed == 2)
        }
    }

    @Test func aControlKeepsNothingOfATransferThatIsOver() throws {
        try onEngine { engine, transport in
            let control = HTTPTransferControl()
            let options = HTTPOptions { $0.control = control }
            let subscription = engine.push(GET(), to: try HTTPURL("http://a/"), options: options)
                .observe({ _ in }, ended: { _ in })
            #expect(transport.token != nil)
            subscription.dispose()
            #expect(transport.token == nil)
            withExtendedLifetime(control) {}
        }
    }

    private func onEngine(_ body: (HTTPEngine, Silence) throws -> Void) throws {
        let scheduler = VirtualScheduler()
        try scheduler.enter {
            let transport = Silence()
            try body(
                HTTPEngine(
                    in: scheduler.home, over: transport, options: HTTPOptions(),
                    observation: .none),
                transport)
        }
    }

    private final class Token: Sendable {}

    /// A network on which nothing comes back.
    private final class Silence: HTTPTransport {
        /// The object that the control of the last transfer keeps.
        private(set) weak var token: Token?

        func start(_ plan: TransferPlan, for client: any TransferClient) -> any TransferHandle {
            let token = Token()
            self.token = token
            return Handle { _ = token }
        }

        private final class Handle: TransferHandle {
            let controlChanged: @Sendable () -> Void

            init(_ controlChanged: @escaping @Sendable () -> Void) {
                self.controlChanged = controlChanged
            }
            func cancel() {}
            func consumed(_ count: Int) {}
        }
    }
}
