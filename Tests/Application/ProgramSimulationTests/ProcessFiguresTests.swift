import Testing

@testable import ProgramSimulation

/// The figures by which a long simulation finds that the process grows.
@Suite struct ProcessFiguresTests {
    private let first = ProcessFigures(memory: 50_000, descriptors: 20, threads: 8)

    @Test(arguments: [(50_000, 20, 8), (82_768, 21, 10), (40_000, 19, 6)])
    func smallDifferencesAreFlat(_ memory: Int, _ descriptors: Int, _ threads: Int) {
        let last = ProcessFigures(memory: memory, descriptors: descriptors, threads: threads)
        #expect(last.isFlat(after: first))
    }

    @Test(arguments: [(82_769, 20, 8), (50_000, 30, 8), (50_000, 20, 11), (50_000, 10, 8)])
    func growthIsFound(_ memory: Int, _ descriptors: Int, _ threads: Int) {
        let last = ProcessFigures(memory: memory, descriptors: descriptors, threads: threads)
        #expect(!last.isFlat(after: first))
    }

    #if os(Linux)
        @Test func theFiguresOfThisProcessAreKnown() {
            let now = ProcessFigures.now
            #expect(now.memory > 1_000 && now.descriptors > 2 && now.threads > 0, "\(now)")
        }
    #endif
}
