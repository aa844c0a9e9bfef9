import Testing

@testable import Signals

@Suite struct FIFOQueueTests {
    /// Compares the queue with an array, while it grows, wraps around, empties and is filtered.
    @Test func valuesLeaveInTheOrderOfTheirArrival() {
        var queue = FIFOQueue<Int>()
        var model: [Int] = []
        for number in 0..<20_000 {
            switch Int.random(in: 0..<(number / 1_000 % 2 == 0 ? 3 : 5)) {
            case 0, 3, 4:
                let expected = model.isEmpty ? nil : model.removeFirst()
                #expect(queue.popFirst() == expected)
            default:
                queue.append(number)
                model.append(number)
            }
            if number % 997 == 0 {
                queue.removeAll { $0 % 3 == 0 }
                model.removeAll { $0 % 3 == 0 }
            }
            if number % 101 == 0 { #expect(queue.snapshot == model) }
            guard queue.count == model.count, queue.first == model.first else {
                Issue.record("after \(number): \(queue) instead of \(model)")
                return
            }
        }
        queue.removeAll()
        #expect(queue.isEmpty && queue.first == nil && queue.popFirst() == nil)
    }

    @Test func aValueIsReleasedWhenItLeaves() {
        final class Value {}
        var queue = FIFOQueue<Value>()
        for _ in 0..<100 {
            weak var released: Value?
            do {
                let value = Value()
                released = value
                queue.append(value)
            }
            #expect(released != nil)
            _ = queue.popFirst()
            #expect(released == nil)
        }
    }
}
