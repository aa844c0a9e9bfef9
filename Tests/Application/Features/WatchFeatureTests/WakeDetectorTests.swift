import Testing

@testable import WatchFeature

/// The observation of a machine whose clocks and networks the test sets.
@Suite struct WakeDetectorTests {
    private let home: Set<[UInt8]> = [[192, 168, 1, 2]]
    private let away: Set<[UInt8]> = [[10, 0, 0, 7]]

    private func machine(_ addresses: Set<[UInt8]>?) -> WakeDetector.Machine {
        WakeDetector.Machine(elapsed: .zero, awake: .zero, addresses: addresses)
    }

    @Test func aSleepIsNoticedOnce() {
        var machine = machine(home)
        var detector = WakeDetector { machine }
        var noticed: [Bool] = []
        for slept in [0, 5, 3_600, 0] {
            machine.elapsed += .seconds(5 + slept)
            machine.awake += .seconds(5)
            noticed.append(detector.hasWoken())
        }
        // The clocks of a machine that is awake may differ a little.
        #expect(noticed == [false, false, true, false])
    }

    @Test func aStoppedProgramHasNotSlept() {
        var machine = machine(home)
        var detector = WakeDetector { machine }
        machine.elapsed += .seconds(3_600)
        machine.awake += .seconds(3_600)
        let hasWoken = detector.hasWoken()
        #expect(!hasWoken)
    }

    @Test func theLossAndTheArrivalOfANetworkAreNoticedOnce() {
        var machine = machine(home)
        var detector = WakeDetector { machine }
        var noticed: [Bool] = []
        let states: [Set<[UInt8]>] = [home, [], [], home, home, away, away.union(home), home]
        for addresses in states {
            machine.addresses = addresses
            noticed.append(detector.hasWoken())
        }
        #expect(noticed == [false, true, false, true, false, true, true, true])
    }

    @Test func addressesThatCannotBeReadAreNoChange() {
        var machine = machine(nil)
        var detector = WakeDetector { machine }
        var noticed: [Bool] = []
        let states: [Set<[UInt8]>?] = [nil, home, nil, home, nil, away]
        for addresses in states {
            machine.addresses = addresses
            noticed.append(detector.hasWoken())
        }
        #expect(noticed == [false, false, false, false, false, true])
    }

    @Test func thisMachineSendsToServersFromTheSameAddressesTwice() throws {
        let addresses = try #require(WakeDetector.Machine.present.addresses)
        #expect(addresses == WakeDetector.Machine.present.addresses)
        #expect(addresses.count <= 2 && addresses.allSatisfy { [4, 16].contains($0.count) })
        #expect(addresses.allSatisfy { $0.first != 127 })
    }
}
