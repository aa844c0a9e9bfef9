import Testing

@testable import HTTPGateway

@Suite struct ReaderQueueTests {
    private var queue = ReaderQueue<String>()

    @Test mutating func piecesAreReadOneAtATimeInOrder() {
        #expect(queue.arrived([1]) == [1])
        #expect(queue.arrived([2]) == nil)
        #expect(queue.arrived([3]) == nil)
        #expect(next() == "2")
        #expect(next() == "3")
        #expect(next() == nil)
        #expect(queue.arrived([4]) == [4])
    }

    @Test mutating func theEndWaitsForTheReader() {
        #expect(queue.arrived([1]) == [1])
        #expect(queue.ended("end") == nil)
        #expect(queue.arrived([2]) == nil)
        #expect(next() == "2")
        #expect(next() == "end")
        #expect(next() == nil)
    }

    @Test mutating func theEndGoesStraightToAFreeReader() {
        #expect(queue.ended("end") == "end")
        #expect(queue.arrived([1]) == [1])
        #expect(next() == nil)
        #expect(queue.ended("again") == "again")
    }

    private mutating func next() -> String? {
        switch queue.next() {
        case .read(let bytes): bytes.map(String.init).joined()
        case .end(let end): end
        case nil: nil
        }
    }
}
