import Foundation

/// A real browser without a window, driven over a pipe with the DevTools protocol.
///
/// ```swift
/// let browser = try Browser(at: "http://127.0.0.1:8080/")
/// try browser.wait(for: "document.title === 'Ready'")
/// ```
///
/// Messages are JSON objects that end with a zero byte; the browser reads them from descriptor 3
/// and writes to descriptor 4. A shell connects these to its own standard input and output.
package final class Browser {
    /// The path of the browser; `nil` if there is none.
    package static let path = ["chromium", "chromium-browser", "google-chrome"]
        .flatMap { name in ["/usr/bin/", "/usr/local/bin/"].map { $0 + name } }
        .first(where: FileManager.default.isExecutableFile)

    /// The reason for which tests are skipped.
    package static let missing = "needs Chromium (on Debian: apt-get install chromium)"

    private let process = Process()
    private let requests = Pipe()
    private let answers = Pipe()
    private let profile: String
    private var unread = Data()
    private var number = 0
    private var session: String?
    /// The complaints of the browser: exceptions, refused scripts, violated policies.
    package private(set) var complaints: [String] = []

    /// Opens a page of the disk, at a fragment.
    package convenience init(
        opening page: String, at fragment: String = "", width: Int = 1_200, height: Int = 800
    ) throws {
        try self.init(
            at: URL(fileURLWithPath: page).absoluteString + fragment, width: width, height: height)
    }

    /// Opens an address, and waits until its page is loaded.
    package init(at address: String, width: Int = 1_200, height: Int = 800) throws {
        guard let path = Self.path else { throw BrowserFailure(text: Self.missing) }
        profile = NSTemporaryDirectory() + "/browser-" + UUID().uuidString
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = [
            "-c", "exec \"$0\" \"$@\" 3<&0 4>&1 </dev/null >/dev/null 2>&1",
            path, "--headless", "--no-sandbox", "--disable-gpu",
            "--remote-debugging-pipe", "--no-first-run", "--user-data-dir=\(profile)",
            "--window-size=\(width),\(height)", "about:blank",
        ]
        process.standardInput = requests
        process.standardOutput = answers
        try process.run()
        let targets = try call("Target.getTargets")["targetInfos"] as? [[String: Any]]
        let page = targets?.first { $0["type"] as? String == "page" }
        guard let target = page?["targetId"] else { throw BrowserFailure(text: "no page") }
        let attached = try call(
            "Target.attachToTarget",
            ["targetId": target, "flatten": true])
        guard let id = attached["sessionId"] as? String else {
            throw BrowserFailure(text: "no session")
        }
        session = id
        for domain in ["Page", "Runtime", "Log"] { try call(domain + ".enable") }
        try call("Page.navigate", ["url": address])
        try wait(for: "document.readyState === 'complete' && location.href !== 'about:blank'")
    }

    deinit {
        process.terminate()
        process.waitUntilExit()
        try? FileManager.default.removeItem(atPath: profile)
    }

    /// The value of an expression in the page; a promise is waited for.
    @discardableResult
    package func evaluate(_ expression: String) throws -> Any? {
        let answer = try call(
            "Runtime.evaluate",
            ["expression": expression, "returnByValue": true, "awaitPromise": true])
        return (answer["result"] as? [String: Any])?["value"]
    }

    /// Waits, frame by frame in the page itself, until the condition holds.
    ///
    /// A page that the browser leaves meanwhile is followed by the next one.
    ///
    /// - Throws: `BrowserFailure` if it does not hold within ten seconds.
    package func wait(for condition: String) throws {
        var holds: Bool?
        while holds == nil {
            do {
                holds = try meets(condition)
            } catch let failure as BrowserFailure where failure.isDeparture {
                continue
            }
        }
        guard holds == true else {
            throw BrowserFailure(text: "the page does not reach: \(condition)")
        }
    }

    private func meets(_ condition: String) throws -> Bool {
        try evaluate(
            """
            new Promise(resolve => {
                const end = Date.now() + 10000;
                const look = () => {
                    if (\(condition)) resolve(true);
                    else if (Date.now() > end) resolve(false);
                    else setTimeout(look, 20);
                };
                look();
            })
            """) as? Bool ?? false
    }

    /// Loads the page again, and waits until it is loaded.
    package func reload() throws {
        try call("Page.reload")
        while try next()["method"] as? String != "Page.loadEventFired" {}
    }

    /// Sets the size of the window in CSS pixels; a window of the system has a least width.
    func resize(width: Int, height: Int) throws {
        try call(
            "Emulation.setDeviceMetricsOverride",
            ["width": width, "height": height, "deviceScaleFactor": 1, "mobile": false])
    }

    /// Presses and releases a key.
    package func press(_ key: String, code: Int) throws {
        var event: [String: Any] = ["key": key, "code": key, "windowsVirtualKeyCode": code]
        if key == "Enter" { event["text"] = "\r" }
        for type in ["keyDown", "keyUp"] {
            event["type"] = type
            try call("Input.dispatchKeyEvent", event)
            event["text"] = nil
        }
    }

    @discardableResult
    private func call(
        _ method: String, _ parameters: [String: Any] = [:]
    ) throws -> [String: Any] {
        number += 1
        var message: [String: Any] = ["id": number, "method": method, "params": parameters]
        message["sessionId"] = session
        // Not JSONWriter: the parameters have any type.
        let data = try JSONSerialization.data(withJSONObject: message)
        try requests.fileHandleForWriting.write(contentsOf: data + [0])
        while true {
            let answer = try next()
            if answer["id"] as? Int == number {
                if let error = answer["error"] {
                    throw BrowserFailure(text: "\(method): \(error)")
                }
                return answer["result"] as? [String: Any] ?? [:]
            }
            let event = answer["method"] as? String ?? ""
            if event == "Log.entryAdded" || event == "Runtime.exceptionThrown" {
                complaints.append("\(answer["params"] ?? event)")
            }
        }
    }

    private func next() throws -> [String: Any] {
        while true {
            if let end = unread.firstIndex(of: 0) {
                let message = unread[unread.startIndex..<end]
                unread = Data(unread[unread.index(after: end)...])
                return try JSONSerialization.jsonObject(with: message) as? [String: Any] ?? [:]
            }
            let more = answers.fileHandleForReading.availableData
            if more.isEmpty { throw CocoaError(.fileReadUnknown) }
            unread += more
        }
    }
}

/// A fault of a page or of the browser.
// not a BoundaryError: a failure of a test
package struct BrowserFailure: Error {
    /// The fault in words.
    package let text: String

    /// Whether the page was left during an evaluation.
    fileprivate var isDeparture: Bool {
        text.contains("Inspected target navigated") || text.contains("context was destroyed")
    }
}
