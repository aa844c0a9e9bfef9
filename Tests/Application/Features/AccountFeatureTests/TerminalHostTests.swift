import Accounts
import PhotoFeed
import SceneFlow
import Scheduling
import Signals
import Testing

@testable import AccountFeature

/// The host of flows at a terminal.
@MainActor @Suite struct TerminalHostTests {
    /// Asks a question, and returns the answers and the screen.
    private func ask<Question: Prompt>(
        _ prompt: Question, typing lines: [String]
    ) async throws -> (answers: [Question.Answer], screen: String) {
        let rest = Guarded(lines)
        var screen = ""
        let host = TerminalHost(readLine: {
            rest.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        }) { screen += $0 }
        var answers: [Question.Answer] = []
        for try await answer in host.ask(prompt).values(in: .main) { answers.append(answer) }
        return (answers, screen)
    }

    private let confirmation = ConfirmAccount(
        identity: AccountIdentity(account: FeedAccount(rawValue: "dbid:1")), provider: "Dropbox")

    @Test func aLineIsTheAnswer() async throws {
        let (answers, screen) = try await ask(AskCode(problem: nil), typing: ["4711"])
        #expect(answers == ["4711"])
        #expect(screen == "Paste the code that the page shows: ")
    }

    @Test func aLineWithoutAnAnswerIsAskedForAgain() async throws {
        let (answers, screen) = try await ask(confirmation, typing: ["", "perhaps", "y"])
        #expect(answers == [true])
        #expect(screen == String(repeating: confirmation.question, count: 3))
    }

    @Test func theEndOfTheInputIsNoAnswer() async throws {
        let (answers, screen) = try await ask(confirmation, typing: ["perhaps"])
        #expect(answers == [] && screen.hasSuffix(": \n"))
    }

    @Test func aPromptWithoutWordsFails() async throws {
        struct Unknown: Prompt {
            typealias Answer = String
            static let name = "unknown"
        }
        let error = await #expect(throws: FlowError.self) {
            try await ask(Unknown(), typing: [])
        }
        #expect(error?.code == .missingInput)
    }
}
