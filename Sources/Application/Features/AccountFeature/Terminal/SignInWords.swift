import Accounts
import KeyedStore
import PhotoFeed
import TextFormats

extension AskName: TerminalPrompt {
    var question: String {
        problem.asLine + "A name for this \(provider) account [\(suggestion)]: "
    }
}

extension AskAppKey: TerminalPrompt {
    var question: String {
        if problem != nil { return problem.asLine + "App key: " }
        return """
            \(provider) gives access to apps only. Create one of your own; the README describes \
            the steps.
            App key: 
            """
    }
}

extension AskCode: TerminalPrompt {
    var question: String { problem.asLine + "Paste the code that the page shows: " }
}

extension AskUser: TerminalPrompt {
    var question: String { problem.asLine + "User name at the \(provider) server: " }
}

extension AskPassword: TerminalPrompt {
    var question: String {
        problem.asLine
            + "Password of \(TerminalText.escape(user)), which is not shown; create an app "
            + "password if the server has such: "
    }

    var isSecret: Bool { true }

    func answer(in line: String) -> Secret<String>? {
        line.isEmpty ? nil : Secret(line)
    }
}

extension ConfirmAccount: TerminalPrompt {
    var question: String {
        var lines = "This is the \(provider) account of \(identity.words).\n"
        if identity.teamSpace != nil {
            lines +=
                usesTeamSpace
                ? "Photos are listed from the space of its team.\n"
                : "It belongs to a team. Photos are listed from its own folder only; "
                    + "--team-space lists the space of the team.\n"
        }
        return lines + "Sign in to this account? [y/n]: "
    }
}

extension ConfirmCertificate: TerminalPrompt {
    var question: String {
        let change = former.map { "It has changed. The one that you have confirmed has\n  \($0)\n" }
        return "No authority vouches for the certificate of \(TerminalText.escape(host)) "
            + "(\(TerminalText.escape(reason))).\nIts SHA-256 fingerprint is\n  \(fingerprint)\n"
            + (change ?? "")
            + "Compare it with that on the server. Trust this certificate for the account? [y/n]: "
    }
}

extension OfferSignIn: TerminalPrompt {
    var question: String { "You are not signed in to an account. Sign in now? [y/n]: " }
}

extension ShowAddress: TerminalNotice {
    var text: String {
        (problem == nil
            ? ""
            : "The code was refused. A code is valid once, for a short time, and for the latest "
                + "address only.\n")
                + """
                Open this address in a browser, and allow the access on the page of \(provider):

                  \(address)

                """ + (isAwaited ? "\nWaiting for the browser. Ctrl-C stops.\n" : "")
    }
}

extension AccountIdentity {
    /// The owner for people: the name and the address, as far as the provider tells them.
    var words: String {
        let text =
            switch (name, email) {
            case (let name?, let email?): "\(name) (\(email))"
            case (let name?, nil): name
            case (nil, let email?): email
            case (nil, nil): "\(account)"
            }
        return TerminalText.escape(text)
    }
}

extension AccountError? {
    /// A line that describes the problem; empty without one.
    fileprivate var asLine: String {
        map { TerminalText.escape("\($0)") + "\n" } ?? ""
    }
}
