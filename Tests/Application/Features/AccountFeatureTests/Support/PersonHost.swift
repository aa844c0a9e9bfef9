import PhotoFeed
import SceneFlow
import Signals

@testable import AccountFeature

/// A person with a browser, who answers the questions of a sign-in.
@MainActor final class PersonHost: @MainActor SceneHost {
    /// Opens the address of the provider's page; returns the code that the page shows, if any.
    typealias Browser = @Sendable (_ address: String) async throws -> String?

    private let browser: Browser
    private let codes = Subject<String, FlowError>(replaying: 1)
    /// Whether the person confirms the account.
    var confirms = true
    /// The names of the questions.
    private(set) var questions: [String] = []

    init(_ browser: @escaping Browser) { self.browser = browser }

    func ask<Question: Prompt>(_ prompt: Question) -> Signal<Question.Answer, FlowError> {
        .deferred { [self] in
            questions.append(Question.name)
            let answer: Any
            switch prompt {
            case let prompt as AskName: answer = prompt.suggestion
            case is AskAppKey: answer = "photopark"
            case is ConfirmAccount: answer = confirms
            default: return codes.signal.compactMap { $0 as? Question.Answer }
            }
            return (answer as? Question.Answer).map { .just($0) } ?? .empty
        }
    }

    func show(_ notice: any Notice) {
        guard let notice = notice as? ShowAddress else { return }
        Task { [browser, codes] in
            do {
                if let code = try await browser(notice.address) { codes.send(code) }
            } catch {
                codes.fail(FlowError(.missingInput, "the browser failed: \(error)"))
            }
        }
    }
}
