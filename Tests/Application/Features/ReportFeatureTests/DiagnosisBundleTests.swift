import Foundation
import ProgramTestKit
import StubServers
import Testing

extension WholeProgram {
    /// The report for others that `doctor --bundle` writes.
    @Suite struct DiagnosisBundleTests {
        private let folder = NSTemporaryDirectory() + "bundle-\(UUID().uuidString)"

        private func doctor(
            _ arguments: String..., environment: [String: String] = [:]
        ) async throws -> Program.Outcome {
            try await Program(
                ["doctor"] + arguments,
                environment: ["HOME": folder, "XDG_DATA_HOME": folder + "/data"]
                    .merging(environment) { $1 }
            ).outcome()
        }

        private func create(_ name: String, _ text: String) throws {
            let path = "\(folder)/\(name)"
            try FileManager.default.createDirectory(
                atPath: (path as NSString).deletingLastPathComponent,
                withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            try Data(text.utf8).write(to: URL(filePath: path))
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        }

        private func cleanUp() { try? FileManager.default.removeItem(atPath: folder) }

        @Test func noCanaryOfNamesPathsAddressesAndSecretsIsInTheReport() async throws {
            defer { cleanUp() }
            var configuration = DropboxStubConfiguration(
                source: .generated(photos: 2, seed: 1))
            configuration.accounts = [
                StubAccount(
                    token: "canary-token-0000", name: "canaryowner",
                    source: .generated(photos: 2, seed: 2))
            ]
            configuration.allowsControl = true
            let stub = DropboxStub(configuration)
            let port = try await stub.start()
            try stub.apply(.addFolder(path: "/canaryfolder"))
            let endpoint = "http://127.0.0.1:\(port)"
            try create(
                "data/photopark/accounts/canaryname/account.json",
                """
                {"keyedStore":1,"values":{"account":{"version":1,"value":{"provider":"dropbox",
                "endpoint":"\(endpoint)","appKey":"canarykey","accountID":"dbid:canaryid",
                "displayName":"Canarydisplay","email":"canary@canary.example",
                "teamSpace":"canaryspace","usesTeamSpace":true,"scopes":["canaryscope"],
                "library":"\(folder)/canarylibrary"}}}}
                """)
            try create(
                "data/photopark/accounts/canaryname/credential.json",
                #"{"version":1,"access_token":"canary-token-0000","refresh_token":"canary-refresh"}"#
                    + "\n")
            try create("canaryconfig.json", #"{"user-agent": "canaryagent", "library": null}"#)
            try create("canarylibrary/library.sqlite", "canarydatabase")
            let bundle = folder + "/report.json"
            let outcome = try await doctor(
                "--account", "canaryname", "--bundle", bundle,
                environment: [
                    "PHOTOPARK_CONFIG": folder + "/canaryconfig.json",
                    "PHOTOPARK_TIMEOUT": "canarytimeout",
                ])
            await stub.stop()
            // The lines on the terminal prove that the checks have met the names.
            #expect(outcome.output.contains("canaryname"), "\(outcome.output)\(outcome.errors)")
            let text = try String(contentsOfFile: bundle, encoding: .utf8)
            let secrets = ["canary", "127.0.0.1", ":\(port)", "bundle-", "dbid"]
            for secret in secrets {
                #expect(!text.lowercased().contains(secret), "\(secret): \(text)")
            }
            #expect(text.contains(#""check":"account""#), "\(text)")
            let attributes = try FileManager.default.attributesOfItem(atPath: bundle)
            #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
            _ = try JSONSerialization.jsonObject(with: Data(text.utf8))
        }

        @Test func aFileThatExistsIsNotReplaced() async throws {
            defer { cleanUp() }
            try create("report.json", "mine")
            let outcome = try await doctor("--offline", "--bundle", folder + "/report.json")
            #expect(outcome.status == 73 && outcome.output.isEmpty, "\(outcome.errors)")
            #expect(try String(contentsOfFile: folder + "/report.json", encoding: .utf8) == "mine")
        }

        @Test func aReportThatCannotBeWrittenIs73AndLeavesNothing() async throws {
            defer { cleanUp() }
            let outcome = try await doctor("--offline", "--bundle", folder + "/none/report.json")
            #expect(outcome.status == 73, "\(outcome.errors)")
            #expect(!FileManager.default.fileExists(atPath: folder + "/none"))
        }

        @Test func theReportIsCompleteAndNothingElseIsLeft() async throws {
            defer { cleanUp() }
            try create("place/keep", "")
            let outcome = try await doctor("--offline", "--bundle", folder + "/place/report.json")
            #expect(outcome.status == 3, "\(outcome.errors)")
            let names = try FileManager.default.contentsOfDirectory(atPath: folder + "/place")
            #expect(Set(names) == ["keep", "report.json"])
            let data = try Data(contentsOf: URL(filePath: folder + "/place/report.json"))
            let object = try JSONSerialization.jsonObject(with: data) as? [String: Any]
            #expect(
                Set(object?.keys ?? [:].keys) == [
                    "version", "system", "findings", "options", "services",
                ])
        }
    }
}
