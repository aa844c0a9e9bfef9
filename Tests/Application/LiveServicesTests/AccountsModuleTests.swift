import Composition
import Foundation
import HTTPGateway
import LiveServices
import PhotoFeed
import PhotoFeedTestKit
import ProgramServices
import Scheduling
import Testing

/// The accounts that are open, and the services of each.
@Suite struct AccountsModuleTests {
    private let service = MemoryService()

    /// Composes the shared modules of the program on a business scheduler.
    private func compose() throws -> Scope {
        let accounts = AccountsModule(in: "/nonexistent/accounts")
        return try Assembly([EventsModule(), accounts, GatewayModule(), LibraryModule()])
            .compose(on: [
                .main: MainScheduler.shared, .business: WorkScheduler(name: "BL"),
            ])
    }

    private func settings(_ endpoint: String?) throws -> AccountSettings {
        let server = try endpoint.map {
            ServerConfiguration(
                provider: service.provider, endpoint: try HTTPURL($0),
                access: .credential(service.credential))
        }
        return AccountSettings(
            library: URL(filePath: "/nonexistent/library"), server: server)
    }

    @Test func theServicesOfAnAccountHaveItsSettings() async throws {
        let program = try compose()
        let accounts = try program.here(OpenAccountsKey.self)
        for name in ["ada", "bob"] {
            accounts.open(name, try settings("https://\(name).example"))
        }
        for name in ["ada", "bob"] {
            let connection = try program.account(name).handle(ConnectionKey.self)
            let endpoint = try await connection.run { $0.endpoint?.string }
            #expect(endpoint?.hasPrefix("https://\(name).example") == true)
        }
        await program.stop()
    }

    @Test func anAccountThatIsNotOpenIsNamed() async throws {
        let program = try compose()
        let error = #expect(throws: AccountScopeError.self) { try program.account("eve") }
        #expect(error?.code == .notOpen)
        #expect(error?.message == "the account 'eve' is not open")
        await program.stop()
    }

    @Test func theOnlyOpenAccountNeedsNoName() async throws {
        let program = try compose()
        let accounts = try program.here(OpenAccountsKey.self)
        let none = #expect(throws: AccountScopeError.self) { try program.account(nil) }
        #expect(none?.code == .unnamed)
        accounts.open("ada", try settings(nil))
        #expect(try program.account(nil).name == "ada")
        accounts.open("bob", try settings(nil))
        let several = #expect(throws: AccountScopeError.self) { try program.account(nil) }
        #expect(several?.message.contains("'ada', 'bob'") == true, "\(several as Any)")
        await program.stop()
    }

    @Test func namesThatLookTheSameAreTwoAccounts() async throws {
        let program = try compose()
        let accounts = try program.here(OpenAccountsKey.self)
        let hosts = [("/\u{E9}", "ada"), ("/e\u{301}", "bob")]
        for (name, host) in hosts {
            accounts.open(name, try settings("https://\(host).example"))
        }
        for (name, host) in hosts {
            let server = try accounts.settings(of: name).server
            #expect(server?.endpoint?.string.hasPrefix("https://\(host).example") == true)
        }
        #expect(try accounts.scopes(of: nil).count == 2)
        await program.stop()
    }

    @Test func anAccountForReadingHasNoConnection() async throws {
        let program = try compose()
        let account = try program.here(OpenAccountsKey.self).open("ada", settings(nil))
        let error = await #expect(throws: BoundError.self) {
            try await account.handle(ConnectionKey.self).run { _ in }
        }
        #expect(error.map { "\($0)" }?.contains("without a server") == true, "\(error as Any)")
        await program.stop()
    }

    @Test func aMissingLibraryIsReportedByItsReader() async throws {
        let program = try compose()
        let account = try program.here(OpenAccountsKey.self).open("ada", settings(nil))
        let error = await #expect(throws: BoundError.self) {
            try await account.handle(LibraryReaderKey.self).run { _ in }
        }
        #expect((error?.cause as? FeedError)?.code == .libraryNotFound, "\(error as Any)")
        await program.stop()
    }
}
