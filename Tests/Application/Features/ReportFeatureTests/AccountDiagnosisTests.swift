import Foundation
import ProgramTestKit
import StubServers
import Testing

extension WholeProgram {
    /// `photopark doctor` with accounts in all states.
    @Suite struct AccountDiagnosisTests {
        private static let token = "token-of-ada-0000"
        private static let scopes = [
            "account_info.read", "files.metadata.read", "files.content.read",
        ]
        /// The identifier that the stub makes of the name of the owner, who belongs to a team.
        private static let id = String(
            ("dbid:AAHAda" + String(repeating: "photopark", count: 4)).prefix(40))

        private let play: Playground

        init() async throws {
            play = try await Playground(photos: 1, team: .generated(photos: 1, seed: 2))
        }

        private func path(_ account: String) -> String {
            play.path("data/photopark/accounts/\(account)")
        }

        private func write(_ text: String, to path: String) throws {
            try Data(text.utf8).write(to: URL(filePath: path))
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        }

        /// Stores an account as a sign-in does.
        private func signIn(
            _ name: String = "ada", id: String = Self.id, scopes: [String] = Self.scopes,
            teamSpace: String? = nil, credential: String? = Self.token
        ) throws {
            try FileManager.default.createDirectory(
                atPath: path(name), withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
            let scopes = scopes.map { "\"\($0)\"" }.joined(separator: ",")
            let space = teamSpace.map { #","teamSpace":"\#($0)""# } ?? ""
            try write(
                """
                {"keyedStore":1,"values":{"account":{"version":1,"value":{"provider":"dropbox",\
                "endpoint":"\(play.endpoint)","appKey":"key","accountID":"\(id)",\
                "scopes":[\(scopes)],"usesTeamSpace":\(teamSpace != nil)\(space)}}}}
                """, to: path(name) + "/account.json")
            if let credential {
                try write(
                    #"{"version":1,"access_token":"\#(credential)","refresh_token":"r-0000"}"#
                        + "\n", to: path(name) + "/credential.json")
            }
        }

        /// The results of the checks, and the exit code.
        private func doctor(
            _ arguments: String...
        ) async throws -> (results: [String: String], status: Int32, text: String) {
            let outcome = try await Program(
                ["doctor", "--json"] + arguments,
                environment: ["HOME": play.folder.path, "XDG_DATA_HOME": play.path("data")]
            ).outcome()
            let object = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
            let findings = try #require(
                (object as? [String: Any])?["findings"] as? [[String: Any]])
            let pairs = findings.compactMap { finding -> (String, String)? in
                guard let check = finding["check"] as? String,
                    let result = finding["result"] as? String
                else { return nil }
                return (check, result)
            }
            return (
                Dictionary(pairs) { first, _ in first }, outcome.status,
                outcome.output + outcome.errors
            )
        }

        @Test func anAccountInOrderIsGoodAndItsSecretsAreNotShown() async throws {
            try signIn()
            let (results, _, text) = try await doctor()
            #expect(results["account"] == "signed-in" && results["credential"] == "renewable")
            #expect(results["scopes"] == "granted" && results["authorization"] == "accepted")
            #expect(results["team-space"] == "not-used", "\(text)")
            #expect(!text.contains(Self.token) && !text.contains("r-0000"))
        }

        @Test func aMissingPermissionIsNamed() async throws {
            try signIn(scopes: ["account_info.read", "files.metadata.read"])
            let (results, status, text) = try await doctor("--offline")
            #expect(results["scopes"] == "missing" && status == 77)
            #expect(text.contains("files.content.read"))
        }

        @Test func aCredentialThatIsMissingOrDamagedIsALine() async throws {
            try signIn(credential: nil)
            var (results, status, _) = try await doctor("--offline")
            #expect(results["credential"] == "missing" && status == 77)
            try write("not a credential", to: path("ada") + "/credential.json")
            (results, status, _) = try await doctor("--offline")
            #expect(results["credential"] == "credentialDamaged" && status == 77)
            #expect(results["disk"] != nil)
        }

        @Test func aCredentialThatOthersCanReadIsALine() async throws {
            try signIn()
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o644], ofItemAtPath: path("ada") + "/credential.json")
            let (results, status, text) = try await doctor("--offline")
            #expect(results["permissions"] == "open-to-others" && status == 77)
            #expect(text.contains("chmod 600"))
        }

        @Test func aDescriptionThatIsDamagedIsALine() async throws {
            try signIn()
            try write("{", to: path("ada") + "/account.json")
            let (results, status, text) = try await doctor("--offline")
            #expect(results["account"] == "accountDamaged" && status != 0, "\(text)")
            #expect(results["disk"] != nil && results["library"] == nil)
        }

        @Test func severalAccountsNeedAName() async throws {
            try signIn()
            try signIn("home", id: "dbid:other")
            var (results, status, _) = try await doctor("--offline")
            #expect(results["account"] == "nameMissing" && status == 64)
            (results, status, _) = try await doctor("--offline", "--account", "home")
            #expect(results["account"] == "signed-in")
        }

        @Test func aTokenOfAnotherAccountIsALine() async throws {
            try signIn(id: "dbid:other")
            let (results, status, _) = try await doctor()
            #expect(results["authorization"] == "other-account" && status == 77)
        }

        @Test(arguments: [("another", "moved"), (nil, "not-used")])
        func theSpaceOfTheTeamIsCompared(_ space: String?, _ result: String) async throws {
            try signIn(teamSpace: space)
            #expect(try await doctor().results["team-space"] == result)
        }
    }
}
