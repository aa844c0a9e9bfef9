import Foundation
import ProgramTestKit
import StubServers
import Testing

extension WholeProgram {
    /// Servers of a home network: a certificate that no authority vouches for, or none.
    @Suite(
        .enabled("needs openssl and Python with its module ssl") {
            try await TLSForwarder.isAvailable()
        })
    struct HomeServerTests {
        private let play: Playground
        private let stub: WebDAVStub
        private let target: Int

        init() async throws {
            play = try await Playground()
            var configuration = WebDAVStubConfiguration(photos: 3)
            configuration.path = "/dav"
            configuration.abilities = .plain
            stub = WebDAVStub(configuration)
            let address = try await stub.start()
            target = try #require(
                Int(address.dropFirst("http://127.0.0.1:".count).prefix { $0 != "/" }))
        }

        /// Signs in without a person.
        private func signIn(
            to forwarder: TLSForwarder, _ options: String...
        ) async throws -> Shell.Outcome {
            try await Shell.run(
                """
                echo secret | XDG_DATA_HOME='\(play.path("data"))' '\(Program.path)' login cloud \
                    --provider webdav --url https://127.0.0.1:\(forwarder.port)/dav --user ada \
                    --password-stdin \(options.joined(separator: " ")) 2>&1
                """)
        }

        @Test func aCertificateIsTrustedByItsFingerprintOnly() async throws {
            let certificate = try await HomeCertificate("home", in: play.folder)
            let fingerprint = try await certificate.fingerprint
            let forwarder = try TLSForwarder(to: target, with: certificate)
            let refused = try await signIn(to: forwarder)
            #expect(refused.status == 69, "\(refused.output)")
            for text in [fingerprint, "--fingerprint", "--ca-file"] {
                #expect(refused.output.contains(text), "\(refused.output)")
            }
            let wrong = String(fingerprint.reversed())
            let other = try await signIn(to: forwarder, "--fingerprint", wrong)
            #expect(other.status == 69, "\(other.output)")
            #expect(other.output.contains(fingerprint) && other.output.contains(wrong))
            #expect(stub.requestCounts.isEmpty, "nothing was sent to a server that is not trusted")
            let login = try await signIn(to: forwarder, "--fingerprint", fingerprint)
            #expect(login.status == 0, "\(login.output)")
            #expect(try await play.accounts().count == 1)
        }

        @Test func aPersonConfirmsTheCertificateBeforeThePassword() async throws {
            let certificate = try await HomeCertificate("home", in: play.folder)
            let forwarder = try TLSForwarder(to: target, with: certificate)
            func login(_ answer: String) async throws -> TerminalSession {
                let terminal = try play.terminal(
                    "login", "cloud", "--provider", "webdav", "--user", "ada", "--url",
                    "https://127.0.0.1:\(forwarder.port)/dav")
                let question = try await terminal.read(until: "[y/n]: ")
                #expect(question.contains(try await certificate.fingerprint), "\(question)")
                terminal.type(answer)
                return terminal
            }
            let refused = try await login("n").outcome()
            #expect(refused.status == 69, "\(refused.screen)")
            let terminal = try await login("y")
            try await terminal.read(until: "has such: ")
            terminal.type("secret")
            try await terminal.read(until: "[y/n]: ")
            terminal.type("y")
            let outcome = try await terminal.outcome()
            #expect(outcome.status == 0, "\(outcome.screen)")
        }

        @Test(.enabled("the program has no feed") { try await Program.has("sync") })
        func aChangedCertificateIsRefusedWithBothFingerprints() async throws {
            let first = try await HomeCertificate("first", in: play.folder)
            let forwarder = try TLSForwarder(to: target, with: first)
            let login = try await signIn(to: forwarder, "--fingerprint", first.fingerprint)
            #expect(login.status == 0, "\(login.output)")
            let sync = try await play.run("sync", "--account", "cloud")
            #expect(sync.status == 0, "\(sync.errors)")
            #expect(try await play.run("feed", "--json").objects().count == 3)

            forwarder.stop()
            let second = try await HomeCertificate("second", in: play.folder)
            let changed = try TLSForwarder(to: target, with: second, on: forwarder.port)
            let requests = stub.requestCounts
            let refused = try await play.run("sync", "--account", "cloud")
            #expect(refused.status == 69, "\(refused.errors)")
            let fingerprints = [try await first.fingerprint, try await second.fingerprint]
            for text in fingerprints + ["photopark login"] {
                #expect(refused.errors.contains(text), "\(refused.errors)")
            }
            #expect(stub.requestCounts == requests)
            #expect(try await signIn(to: changed).status == 69)
            let again = try await signIn(to: changed, "--fingerprint", second.fingerprint)
            #expect(again.status == 0, "\(again.output)")
            #expect(try await play.run("sync", "--account", "cloud").status == 0)
        }
    }
}
