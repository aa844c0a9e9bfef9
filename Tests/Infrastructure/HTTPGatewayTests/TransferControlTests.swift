import HTTPGateway
import SchedulingTestKit
import Testing

@Suite struct TransferControlTests {
    private final class Owner {}

    @Test func transfersAreToldOfAChangeInTheOrderOfTheirBeginnings() {
        let control = HTTPTransferControl()
        let told = Recorder<Int>()
        let owners = (0..<20).map { _ in Owner() }
        for (number, owner) in owners.enumerated() {
            control.attach(owner) { told.add(number) }
        }
        control.pause()
        // Each listener is called once at its registration.
        #expect(told.values == Array(0..<20) + Array(0..<20))
        owners.forEach(control.detach)
        control.resume()
        #expect(told.values.count == 40)
    }
}
