import HTTPGateway
import SchedulingTestKit
import Testing

@testable import CurlGateway

extension ConnectionSlotsTests {
    @Test func everyTakenSlotComesBackInAnyOrder() {
        #expect(Interleaving<SlotOrders>.violation() == nil)
    }
}

/// Transfers that arrive, leave the queue and end, within the limits of the slots.
private final class SlotOrders: InterleavedMachine {
    enum Input { case arrive, leave, end }
    static let inputs: [Input] = [.arrive, .arrive, .arrive, .leave, .end]

    private struct Transfer {
        let number: Int
        let origin: Int
        let priority: HTTPPriority
    }

    private(set) var violation: String?
    private let origins: [HTTPOrigin]
    private let limit: Int
    private let limitPerOrigin: Int
    private var slots: ConnectionSlots<Int>
    private var transfers: [Transfer] = []
    private var waiting: [Int] = []
    private var running: [Int] = []
    private var gone: Set<Int> = []

    init(variant: Int, interrupt: @escaping () -> Void) {
        origins = ["a", "b", "c"].compactMap { try? HTTPURL("http://\($0).invalid/").origin }
        limit = 1 + variant % 3
        limitPerOrigin = 1 + variant / 3 % 2
        slots = ConnectionSlots(limit: limit, perOrigin: limitPerOrigin)
    }

    func apply(_ input: Input, _ choice: Int) {
        switch input {
        case .arrive:
            let priorities = Array(HTTPPriority.allCases)
            let transfer = Transfer(
                number: transfers.count, origin: choice % 3,
                priority: priorities[choice / 3 % priorities.count])
            transfers.append(transfer)
            if slots.acquire(transfer.number, origins[transfer.origin], transfer.priority) {
                running.append(transfer.number)
            } else {
                waiting.append(transfer.number)
            }
        case .leave:
            guard !waiting.isEmpty else { return }
            gone.insert(waiting.remove(at: choice % waiting.count))
            slots.waiterLeft(gone.contains)
        case .end:
            guard !running.isEmpty else { return }
            let transfer = transfers[running.remove(at: choice % running.count)]
            slots.release(origins[transfer.origin])
            admit()
        }
        check()
    }

    func finish() {
        while violation == nil, !running.isEmpty { apply(.end, 0) }
        if violation == nil, !waiting.isEmpty { violation = "\(waiting) wait without end" }
    }

    private func admit() {
        while let next = slots.next(unless: gone.contains) {
            guard let index = waiting.firstIndex(of: next) else {
                violation = "\(next) starts, and does not wait"
                return
            }
            let transfer = transfers[next]
            if waiting[..<index].contains(where: {
                transfers[$0].origin == transfer.origin
                    && transfers[$0].priority.rawValue >= transfer.priority.rawValue
            }) {
                violation = "\(next) starts before an earlier one of its origin"
            }
            running.append(waiting.remove(at: index))
        }
    }

    private func check() {
        let counts = (0..<3).map { origin in running.count { transfers[$0].origin == origin } }
        if slots.active != running.count {
            violation = violation ?? "\(slots.active) slots are taken by \(running.count) transfers"
        }
        if running.count > limit || counts.contains(where: { $0 > limitPerOrigin }) {
            violation = violation ?? "\(counts) transfers run, beyond the limits"
        }
        let canStart = waiting.contains { counts[transfers[$0].origin] < limitPerOrigin }
        if running.count < limit, canStart { violation = violation ?? "a slot stays free" }
    }
}
