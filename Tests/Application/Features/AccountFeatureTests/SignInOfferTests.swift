import Foundation
import ProgramTestKit
import Routing
import SceneFlow
import Scheduling
import Signals
import Testing

@testable import AccountFeature

/// The offer to sign in, before a route that needs an account.
@MainActor @Suite struct SignInOfferTests {
    @MainActor
    private final class Person: @MainActor SceneHost {
        private let answer: Bool
        private(set) var questions: [String] = []

        init(_ answer: Bool) { self.answer = answer }

        func ask<Question: Prompt>(_ prompt: Question) -> Signal<Question.Answer, FlowError> {
            questions.append(Question.name)
            guard let answer = answer as? Question.Answer else {
                return .fail(FlowError(.missingInput, Question.name))
            }
            return .just(answer)
        }

        func show(_ notice: any Notice) {}
    }

    private struct Refused: Error {}

    /// Returns the end of the offer, and what happened before it.
    private func offer(
        hasAccount: Bool, _ answer: Bool = true, signIn: @escaping @MainActor () throws -> Void = {}
    ) async -> (end: String, events: [String]) {
        let person = Person(answer)
        let signedIn = Guarded(false)
        let offer = SignInOffer {
            person
        } hasAccount: {
            hasAccount
        } signIn: {
            try signIn()
            signedIn.withLock { $0 = true }
        }
        var end = "signed in"
        do { try await offer.make() } catch {
            end = (error as? RouteError)?.code.name ?? "\(error)"
        }
        return (end, person.questions + (signedIn.withLock { $0 } ? ["sign-in ended"] : []))
    }

    @Test func aUserWithAnAccountIsNotAsked() async {
        #expect(await offer(hasAccount: true) == ("signed in", []))
    }

    @Test func theRouteProceedsAfterTheSignIn() async {
        #expect(await offer(hasAccount: false) == ("signed in", ["sign-in", "sign-in ended"]))
    }

    @Test func aPersonMayDecline() async {
        #expect(await offer(hasAccount: false, false) == ("declined", ["sign-in"]))
    }

    @Test func aSignInThatFailsIsTheErrorOfTheRoute() async {
        let outcome = await offer(hasAccount: false) { throw Refused() }
        #expect(outcome == ("Refused()", ["sign-in"]))
    }
}

extension WholeProgram {
    /// `photopark sync` of a person without an account.
    @Suite(
        .enabled("the program has no feed") { try await Program.has("sync") })
    struct SyncWithoutAccountTests {
        private let message = "no account and no token: run photopark login"

        @Test func aSyncOffersTheSignIn() async throws {
            let play = try await Playground()
            let terminal = try play.terminal("sync")
            try await terminal.read(until: "Sign in now? [y/n]: ")
            terminal.type("y")
            // The name is the first question of the sign-in.
            try await terminal.read(until: "[dropbox]: ")
            terminal.send(SIGINT)
            #expect(try await terminal.outcome().status == 130)
        }

        @Test func aPersonWhoDeclinesGetsTheMessage() async throws {
            let play = try await Playground()
            let terminal = try play.terminal("sync")
            try await terminal.read(until: "Sign in now? [y/n]: ")
            terminal.type("n")
            let outcome = try await terminal.outcome()
            #expect(outcome.status == 77, "\(outcome.screen)")
            #expect(outcome.screen.contains(message), "\(outcome.screen)")
        }

        @Test(arguments: ["--no-input", "--quiet"])
        func aSyncThatMayNotAskGetsTheMessage(_ option: String) async throws {
            let play = try await Playground()
            let outcome = try await play.terminal("sync", option).outcome()
            #expect(outcome.status == 77, "\(outcome.screen)")
            #expect(outcome.screen.contains(message), "\(outcome.screen)")
            #expect(!outcome.screen.contains("[y/n]"), "\(outcome.screen)")
        }
    }
}
