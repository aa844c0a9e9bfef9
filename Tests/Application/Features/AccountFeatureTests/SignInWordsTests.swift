import Accounts
import PhotoFeed
import Testing

@testable import AccountFeature

/// The questions of a sign-in, in the words of a terminal.
@Suite struct SignInWordsTests {
    private func identity(
        name: String? = nil, email: String? = nil, teamSpace: String? = nil
    ) -> AccountIdentity {
        AccountIdentity(
            account: FeedAccount(rawValue: "dbid:1"), name: name, email: email,
            teamSpace: teamSpace)
    }

    @Test func anOwnerIsNamedByWhatTheProviderTells() {
        #expect(identity(name: "Ada", email: "ada@example.com").words == "Ada (ada@example.com)")
        #expect(identity(email: "ada@example.com").words == "ada@example.com")
        #expect(identity(name: "Ada").words == "Ada")
        #expect(identity().words == "dbid:1")
    }

    @Test func aNameCannotControlTheTerminal() {
        let question = ConfirmAccount(
            identity: identity(name: "Eve\u{1B}[2J\r\nSign in to this account? [y/n]: y"),
            provider: "Dropbox"
        ).question
        #expect(!question.contains("\u{1B}") && !question.contains("\r"))
        #expect(question.split(separator: "\n").count == 2)
    }

    @Test(arguments: [("y", true), (" YES ", true), ("n", false), ("No", false)])
    func aConfirmationIsAWord(_ line: String, _ answer: Bool) {
        #expect(
            ConfirmAccount(identity: identity(), provider: "Dropbox").answer(in: line) == answer)
    }

    @Test(arguments: ["", "maybe", "yn", "j"])
    func anythingElseIsNotAConfirmation(_ line: String) {
        #expect(ConfirmAccount(identity: identity(), provider: "Dropbox").answer(in: line) == nil)
    }

    @Test func anAccountOfATeamNamesTheOption() {
        var prompt = ConfirmAccount(identity: identity(teamSpace: "7"), provider: "Dropbox")
        #expect(prompt.question.contains("--team-space"))
        prompt.usesTeamSpace = true
        #expect(prompt.question.contains("the space of its team"))
    }

    @Test func aQuestionBeginsWithTheProblemOfTheLastAnswer() {
        let problem = AccountError(.codeMalformed, "a code has visible characters")
        #expect(
            AskCode(problem: problem).question
                == "\(problem)\nPaste the code that the page shows: ")
    }

    @Test func whiteSpaceAroundAnAnswerIsIgnored() {
        #expect(AskCode(problem: nil).answer(in: " \tthe code \r") == "the code")
    }
}
