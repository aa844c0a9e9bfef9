import Testing

@testable import ReportFeature

/// The numbers in the findings about a library.
@Suite struct LibraryExaminationTests {
    @Test func anyTimeOfASyncHasAnAge() {
        #expect(LibraryExamination.seconds(from: 90, to: 100) == 10)
        #expect(LibraryExamination.seconds(from: 110, to: 100) == 0)
        #expect(LibraryExamination.seconds(from: .min, to: 100) == .max)
        #expect(LibraryExamination.seconds(from: .max, to: 100) == 0)
    }
}
