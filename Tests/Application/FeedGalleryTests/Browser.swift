import Foundation
import Testing

/// A real browser without a window, driven over a pipe with the DevTools protocol.
///
/// Messages are JSON objects that end with a zero byte; the browser reads them from descriptor 3
/// and writes to 4, where a shell puts its own input and output.
final class Browser {
    static let path = ["chromium", "chromium-browser", "google-chrome"]
        .flatMap { name in ["/usr/bin/", "/usr/local/bin/"].map { $0 + name } }
        .first(where: FileManager.default.isExecutableFile)

    static let missing: Comment = "needs Chromium (on Debian: apt-get install chromium)"

    private let process = Process()
    private let requests = Pipe()
    private let answers = Pipe()
    private let profile: String
    private var unread = Data()
    private var number = 0
    private var session: String?
    /// The complaints of the browser: exceptions, refused scripts, violated policies.
    private(set) var complaints: [String] = []

    init(opening page: String, at fragment: String = "", width: Int = 1_200, height: Int = 800)
        throws
    {
        profile = NSTemporaryDirectory() + "/browser-" + UUID().uuidString
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = [
            "-c", "exec \"$0\" \"$@\" 3<&0 4>&1 </dev/null >/dev/null 2>&1",
            try #require(Self.path), "--headless", "--no-sandbox", "--disable-gpu",
            "--remote-debugging-pipe", "--no-first-run", "--user-data-dir=\(profile)",
            "--window-size=\(width),\(height)", "about:blank",
        ]
        process.standardInput = requests
        process.standardOutput = answers
        try process.run()
        let targets = try call("Target.getTargets")["targetInfos"] as? [[String: Any]]
        let target = try #require(targets?.first { $0["type"] as? String == "page" })
        let attached = try call(
            "Target.attachToTarget",
            ["targetId": try #require(target["targetId"]), "flatten": true])
        session = try #require(attached["sessionId"] as? String)
        for domain in ["Page", "Runtime", "Log"] { try call(domain + ".enable") }
        let address = URL(fileURLWithPath: page).absoluteString + fragment
        try call("Page.navigate", ["url": address])
        try wait(for: "document.readyState === 'complete' && location.protocol === 'file:'")
    }

    deinit {
        process.terminate()
        process.waitUntilExit()
        try? FileManager.default.removeItem(atPath: profile)
    }

    /// The value of an expression in the page; a promise is waited for.
    @discardableResult
    func evaluate(_ expression: String) throws -> Any? {
        let answer = try call(
            "Runtime.evaluate",
            ["expression": expression, "returnByValue": true, "awaitPromise": true])
        return (answer["result"] as? [String: Any])?["value"]
    }

    /// Waits, frame by frame in the page itself, until the condition holds; records an issue if it
    /// does not within ten seconds.
    func wait(for condition: String, location: SourceLocation = #_sourceLocation) throws {
        let holds = try evaluate(
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
            """)
        #expect(holds as? Bool == true, "\(condition)", sourceLocation: location)
    }

    /// Loads the page again, and waits until it is loaded.
    func reload() throws {
        try call("Page.reload")
        while try next()["method"] as? String != "Page.loadEventFired" {}
    }

    func press(_ key: String, code: Int) throws {
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
                if let error = answer["error"] { Issue.record("\(method): \(error)") }
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
