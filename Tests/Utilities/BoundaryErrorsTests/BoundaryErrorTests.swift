import BoundaryErrors
import Testing

/// An error with all the defaults.
private struct PlainError: BoundaryError {
    struct Code: ErrorCode {
        let name: String

        static let late = Code(name: "late")
        static let lost = Code(name: "lost")
    }

    let code: Code
    let message: String
}

/// An error whose codes have advice, with a remedy of its own in one case.
private struct AdvisedError: BoundaryError {
    struct Code: ErrorCode {
        let name: String
        var advice: String?

        static let late = Code(name: "late", advice: "wait")
        static let lost = Code(name: "lost")
    }

    let code: Code
    var message = "the train is not here"
    var replacement: String?
    var cause: (any Error)?

    var advice: String? { replacement ?? code.advice }
}

@Suite struct BoundaryErrorTests {
    @Test func theDescriptionIsTheMessageAndTheAdvice() {
        #expect("\(PlainError(code: .late, message: "late by an hour"))" == "late by an hour")
        #expect("\(AdvisedError(code: .late))" == "the train is not here (wait)")
        #expect("\(AdvisedError(code: .lost))" == "the train is not here")
        #expect(
            "\(AdvisedError(code: .late, replacement: "walk"))" == "the train is not here (walk)")
    }

    @Test func equalityAndHashAreThoseOfTheCode() {
        let late = AdvisedError(code: .late)
        let other = AdvisedError(
            code: .late, message: "another", replacement: "walk", cause: CancellationError())
        #expect(late == other)
        #expect(late.hashValue == other.hashValue)
        #expect(late != AdvisedError(code: .lost))
        #expect(Set([late, other, AdvisedError(code: .lost)]).count == 2)
    }

    @Test func codesAreEqualByName() {
        #expect(AdvisedError.Code(name: "late") == .late)
        #expect(AdvisedError.Code(name: "late").hashValue == AdvisedError.Code.late.hashValue)
        #expect(AdvisedError.Code.late != .lost)
        #expect("\(PlainError.Code.lost)" == "lost")
        let isLate =
            switch AdvisedError(code: .late).code {
            case .late: true
            default: false
            }
        #expect(isLate)
    }

    @Test func theDefaultsAreNoAdviceAndNoCause() {
        let error = PlainError(code: .late, message: "late")
        #expect(error.advice == nil)
        #expect(error.code.advice == nil)
        #expect(error.cause == nil)
        #expect(AdvisedError(code: .late, cause: CancellationError()).cause is CancellationError)
    }

    @Test func anErrorOfAnyTargetIsReadInTheSameWay() {
        let errors: [any Error] = [
            PlainError(code: .lost, message: "lost"), AdvisedError(code: .late),
        ]
        let texts = errors.compactMap { ($0 as? any BoundaryError)?.code.name }
        #expect(texts == ["lost", "late"])
    }
}
