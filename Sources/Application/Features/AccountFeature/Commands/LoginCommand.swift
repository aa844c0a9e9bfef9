import Accounts
import ArgumentParser
import CommandLineProgram
import CommandOptions
import Composition
import Events
import Foundation
import HTTPGateway
import KeyedStore
import PhotoFeed
import ProgramServices
import Providers
import SceneFlow
import Scheduling
import Signals

/// `photopark login`: signs in to an account, and stores its credential.
struct LoginCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "login",
        abstract: "Sign in to an account, so that later commands need no token.",
        discussion: """
            The command prints an address. Open it in a browser and allow the access; the page \
            then shows a code, which you paste here. With --loopback, the browser sends the code \
            to this program. Nothing is stored before you have confirmed the account; with \
            --no-input, its e-mail address must be that of --user. Later commands renew the \
            tokens.

            \(LoginCommand.registration)

            A WebDAV server has a password in place of a code: give --provider webdav --url URL. \
            The address of a Nextcloud or ownCloud server is enough; of another one, give that of \
            your folder. The command asks for the user name and the password, or reads the \
            password from standard input with --password-stdin. Create an app password if the \
            server has such.

            Each account has a folder for its credential and its library, which only you can \
            access.
            """)
    static let synonyms = ["signin", "sign-in", "auth", "authorize", "link", "connect"]
    static let example: CommandExample? = CommandExample(
        .signIn, "Sign in to your account", "login --app-key KEY")

    @Argument(
        help: ArgumentHelp(
            "Your name for the account, such as \"home\".", valueName: "NAME"),
        transform: AccountName.init(argument:))
    var name: AccountName?

    @Option(
        help: ArgumentHelp(
            "The key of your app at the provider. It is stored with the account.",
            valueName: "KEY"))
    var appKey: String?

    @Flag(help: "Receive the code on a port of this machine, so that you do not paste it.")
    var loopback = false

    @Flag(help: "Ask no questions, and report missing inputs; the default without a terminal.")
    var noInput = false

    @Option(
        help: ArgumentHelp(
            "The photo service: \(Providers.all.map(\.name).joined(separator: ", ")).",
            valueName: "PROVIDER"),
        transform: FeedProvider.init(argument:))
    var provider: FeedProvider?

    @Option(
        help: ArgumentHelp(
            "Your user name; at a service without passwords, the e-mail address of the account.",
            valueName: "NAME"))
    var user: String?

    @Flag(help: "Read the password from standard input: its first line.")
    var passwordStdin = false

    @Flag(
        help: """
            Replace the account with this name, or the same account under another name. The \
            library of the latter stays where it is; give it with --library to use it again.
            """)
    var replace = false

    @Flag(help: "List the space of the account's team, and not only the account's own folder.")
    var teamSpace = false

    @Option(
        help: ArgumentHelp(
            "Store the credential with COMMAND instead of in a file. It is run as COMMAND "
                + "get|store|erase NAME; Documentation/Accounts.md has examples.",
            valueName: "COMMAND"))
    var credentialCommand: String?

    @Option(
        help: ArgumentHelp(
            "Use the library in DIR instead of one in the account's folder.", valueName: "DIR"),
        completion: .directory)
    var library: UserPath?

    @Option(
        help: ArgumentHelp(
            "Trust the certificate of the server that has this SHA-256 fingerprint (64 hex digits, "
                + "with or without colons), although no authority vouches for it. Without this "
                + "option, the command shows the fingerprint and asks.",
            valueName: "FINGERPRINT"),
        transform: CertificateFingerprint.init(argument:))
    var fingerprint: CertificateFingerprint?

    @OptionGroup var endpoint: EndpointOption
    @OptionGroup var certificates: CertificateOption
    @OptionGroup var network: NetworkOptions

    func validate() throws {
        try endpoint.check(for: service)
        switch service.credentialForm {
        case .accessToken:
            guard !passwordStdin, fingerprint == nil else {
                throw ValidationError(
                    "\(service.displayName) has tokens: remove --password-stdin and --fingerprint")
            }
        case .password:
            guard fingerprint == nil || certificates.path == nil else {
                throw ValidationError("--fingerprint and --ca-file cannot be combined")
            }
            guard appKey == nil, !loopback, !teamSpace else {
                throw ValidationError(
                    "\(service.displayName) has passwords: remove --app-key, --loopback and "
                        + "--team-space")
            }
        }
    }

    func execute(with modules: ProgramModules) async throws -> ExitStatus {
        let account = try await modules.run { try await self.account(in: $0.scope) }
        for line in lines(about: account) { StandardOutput.shared.line(line) }
        return .success
    }

    /// Signs in to an account of the program.
    @MainActor
    func account(in program: Scope) async throws -> Account {
        let signIn = try service.requiredSignIn
        let folders = try program.here(AccountStoreKey.self).folders
        let earlier = try await onThreadOfItsOwn { [name] in
            try name.flatMap { try folders.account(named: $0) }
        }
        var server = try configuration(earlier)
        guard server.endpoint != nil || !service.hosts.addresses.isEmpty else {
            throw ProgramError(.usage, "\(service.displayName) needs the address: --url URL")
        }
        server.certificate = try await certificate(
            of: server, earlier, by: program.here(ServerExaminerKey.self))
        let scope = try program.here(OpenAccountsKey.self).open(
            name.map { "\($0)" } ?? "login", AccountSettings(library: nil, server: server))
        var options = options(signIn, server, earlier)
        if passwordStdin {
            // An input that has ended is an empty password, which is refused with its name.
            options.password = try await onThreadOfItsOwn { Secret(StandardInput.line() ?? "") }
        }
        let effects = SignInEffects(
            scope.handle(SignInServicesKey.self), host: host, provider: service.displayName,
            options: options)
        let events = try program.here(EventHubKey.self)
        let session = TrackedSignIn(LoginSession(options, effects), posting: events)
        let account = try await session.account()
        events.post(AccountSignedIn(account: account.name))
        return account
    }

    /// The photo service.
    private var service: FeedProvider { provider ?? Providers.standard }

    /// The server of the sign-in; a further sign-in to an account uses the account's server.
    private func configuration(_ earlier: Account?) throws -> ServerConfiguration {
        var url = endpoint.url
        if url == nil, let earlier, earlier.provider == service.name {
            url = try ServerConfiguration(of: earlier).endpoint
        }
        var server = ServerConfiguration(
            provider: service, endpoint: url, caFile: certificates.path,
            network: try network.settings)
        server.usesInsecureHTTP =
            endpoint.url == nil ? earlier?.usesInsecureHTTP ?? false : endpoint.usesInsecureHTTP
        return server
    }

    /// Returns the certificate that the user confirms, before a password is entered; `nil` if an
    /// authority vouches for the server.
    ///
    /// - Throws: `AccountError` with `.serverNotTrusted` or `.cancelled`.
    @MainActor
    private func certificate(
        of server: ServerConfiguration, _ earlier: Account?, by examiner: ServerExaminer
    ) async throws -> String? {
        guard service.credentialForm == .password, server.caFile == nil,
            let url = server.endpoint, url.origin.isSecure,
            case .untrusted(let pem, let reason) = await examiner.examine(url, .system),
            let shown = ServerCertificate(pem: pem)
        else { return nil }
        let isSameServer = try earlier?.endpointURL?.origin == url.origin
        let former =
            isSameServer ? earlier?.certificate.flatMap { ServerCertificate(pem: $0) } : nil
        let check = CertificateCheck(
            host: url.origin.host, reason: reason, shown: shown, former: former,
            given: fingerprint?.text)
        switch check.decision(canAsk: canAsk) {
        case .trust: return shown.pem
        case .refuse(let error): throw error
        case .ask(let question):
            var isRight = false
            for try await answer in host.ask(question).values(in: .main) { isRight = answer }
            guard isRight else { throw check.refusal }
            return shown.pem
        }
    }

    /// Whether a person can answer questions.
    private var canAsk: Bool { !noInput && !passwordStdin && isatty(STDIN_FILENO) == 1 }

    @MainActor
    private var host: any SceneHost {
        let terminal = TerminalHost()
        return canAsk ? terminal : HeadlessHost { terminal.show($0) }
    }

    private func options(
        _ signIn: OAuthProvider?, _ server: ServerConfiguration, _ earlier: Account?
    ) -> SignInOptions {
        var options = SignInOptions(provider: service.name, scopes: signIn?.scopes ?? [])
        options.name = name
        options.appKey = appKey
        options.builtInAppKey = signIn?.appKey
        options.usesPassword = service.credentialForm == .password
        options.user = user
        options.endpoint = server.endpoint?.string
        options.certificate = server.certificate
        options.usesInsecureHTTP = server.usesInsecureHTTP
        options.usesCallback = loopback
        options.canAsk = canAsk
        options.replaces = replace
        options.usesTeamSpace = teamSpace || earlier?.usesTeamSpace == true
        options.credentialCommand = credentialCommand ?? earlier?.credentialCommand
        options.library = library?.folder.path
        return options
    }

    private func lines(about account: Account) -> [String] {
        let isGiven = endpoint.url == nil || account.endpoint == endpoint.url?.string
        return [
            "Signed in to \(service.displayName): \(account.identity.words), named "
                + "\(account.name)."
        ] + (isGiven ? [] : ["The photos are at \(account.endpoint ?? "")"])
            + (account.usesInsecureHTTP
                ? ["The password is sent over http: everybody on the network can read it."] : [])
            + [
                "Next: photopark sync --account \(account.name)"
            ]
    }

    private static let registration: String = {
        let provider = Providers.standard
        guard let callback = provider.signIn?.callback else { return "" }
        return """
            An app key identifies an app that you create at \(provider.displayName); the README \
            describes the steps. For --loopback, add the redirect URI \(callback.address) \
            to the settings of that app.
            """
    }()
}
