import ArgumentParser
import CommandLineProgram
import Foundation
import HTTPGateway
package import ProgramServices

/// The options of the requests of a command.
package struct NetworkOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Send all requests through this proxy, or with \"none\" through no proxy. Without this "
                + "option, https_proxy, all_proxy and no_proxy apply, but not to this machine. "
                + "Other users can read arguments: give a password in the environment.",
            valueName: "URL"))
    var proxy: String?

    @Option(
        help: ArgumentHelp(
            "The text by which requests name the program, in the field User-Agent.",
            valueName: "TEXT"))
    var userAgent: String?

    @Option(
        help: ArgumentHelp(
            "The longest time for a connection to be made, and for a transfer without any byte: "
                + "30s, 2m. It is 15 and 30 seconds by default.",
            valueName: "TIME"),
        transform: TimeSpan.init(text:))
    var timeout: TimeSpan?

    package init() {}

    package func validate() throws {
        if let proxy, proxy != "none" { _ = try ProxyArgument.proxy(proxy, from: "--proxy") }
        if let userAgent {
            let isVisible = userAgent.utf8.allSatisfy { (0x20...0x7e).contains($0) }
            guard isVisible, !userAgent.allSatisfy({ $0 == " " }), userAgent.utf8.count <= 256
            else {
                throw ValidationError("--user-agent: the text is 1 to 256 characters of ASCII")
            }
        }
    }

    /// The settings of the requests, from the options and the environment.
    ///
    /// - Throws: `ProgramError` with the status `usage` for a variable that is not a proxy.
    package var settings: NetworkSettings {
        get throws { try settings(environment: ProcessInfo.processInfo.environment) }
    }

    func settings(environment: [String: String]) throws -> NetworkSettings {
        do {
            return NetworkSettings(
                proxies: try proxies(environment), userAgent: userAgent,
                timeout: timeout?.duration)
        } catch let error as ValidationError {
            throw ProgramError(.usage, error.message)
        }
    }

    private func proxies(_ environment: [String: String]) throws -> ProxyRules {
        if let proxy {
            guard proxy != "none" else { return ProxyRules() }
            return ProxyRules(given: try ProxyArgument.proxy(proxy, from: "--proxy"))
        }
        func value(_ names: [String]) -> (name: String, text: String)? {
            names.lazy.compactMap { name in environment[name].map { (name, $0) } }
                .first { !$0.1.isEmpty }
        }
        func variable(_ names: [String]) throws -> HTTPProxy? {
            try value(names).map { try ProxyArgument.proxy($0.text, from: $0.name) }
        }
        let others = ["all_proxy", "ALL_PROXY"]
        let exceptions = value(["no_proxy", "NO_PROXY"])?.text ?? ""
        return ProxyRules(
            // A web server passes the field "Proxy" of a request to its programs as HTTP_PROXY.
            http: try variable(["http_proxy"] + others),
            https: try variable(["https_proxy", "HTTPS_PROXY"] + others),
            exceptions: exceptions.split { $0 == "," || $0 == " " }.map(String.init))
    }
}
