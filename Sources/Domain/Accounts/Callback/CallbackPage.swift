import WebServer

/// The pages of the callback listener, which are constant: no text of a request is in them.
enum CallbackPage {
    /// The page for the browser that brought the answer.
    static var done: WebResponse {
        response(
            status: 200, title: "Sign-in",
            "The answer was received. You can close this page and return to the program.")
    }

    /// The page for a request that does not belong to the sign-in.
    static func refusal(status: Int) -> WebResponse {
        response(
            status: status, title: "Not a sign-in",
            "This request does not belong to the sign-in that is in progress.")
    }

    private static func response(status: Int, title: String, _ text: String) -> WebResponse {
        // Not a file of its own: a few lines without style and script, written with their texts.
        let page = """
            <!doctype html>
            <html lang="en"><meta charset="utf-8"><title>\(title)</title>
            <p>\(text)</p></html>

            """
        var headers = [
            ("Content-Type", "text/html; charset=utf-8"),
            ("Cache-Control", "no-store"), ("Referrer-Policy", "no-referrer"),
            ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"),
            ("X-Content-Type-Options", "nosniff"),
        ]
        if status == 405 { headers.append(("Allow", "GET")) }
        return WebResponse(status: status, headers: headers, body: WebBody(Array(page.utf8)))
    }
}
