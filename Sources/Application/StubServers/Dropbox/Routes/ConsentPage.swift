import WebServer

/// The page that asks the user whether an application may have a token.
struct ConsentPage {
    let clientID: String
    /// The key that the form sends back.
    let key: String
    /// Whether the user must enter the stub's token.
    let asksForToken: Bool

    var response: WebResponse {
        let token =
            asksForToken
            ? """
            <p><label>Access token of this stub: <input type="password" name="token" \
            autocomplete="off"></label></p>
            """ : ""
        // Not a file of its own: a form without style and script, written with its values.
        let text = """
            <!doctype html>
            <html lang="en"><meta charset="utf-8"><title>Allow access?</title>
            <h1>Allow access?</h1>
            <p>The application <b>\(Self.escaped(clientID))</b> requests access to the files of \
            this stub.</p>
            <form method="post" action="/oauth2/authorize">
            <input type="hidden" name="page" value="\(key)">
            \(token)
            <button name="decision" value="allow">Allow</button>
            <button name="decision" value="deny">Deny</button>
            </form></html>

            """
        return WebResponse(
            headers: [
                ("Content-Type", "text/html; charset=utf-8"),
                ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"),
                ("Cache-Control", "no-store"),
            ], body: WebBody(Array(text.utf8)))
    }

    private static func escaped(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { escaped, scalar in
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
    }
}
