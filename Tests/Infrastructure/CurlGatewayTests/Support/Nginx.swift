import Foundation
import LoopbackTestKit

/// nginx over TLS on the loopback, with HTTP/2 and HTTP/1.1, for as long as this object lives.
///
/// It serves a folder of files, and takes uploads into it (`PUT`). `/version` is the version of the
/// request's protocol; `/slow/` serves the same files at 100 kB a second.
final class Nginx: Sendable {
    private let process: pid_t
    private let folder: TemporaryFolder
    let port: Int

    /// Starts nginx over `files`, with the certificate `name`.
    init(_ name: String, _ certificates: Certificates, files: [String: [UInt8]]) throws {
        // A port that was free a moment ago: nginx does not tell which one it took.
        let probe = try RawServer { _ in }
        port = probe.port
        probe.stop()
        folder = try TemporaryFolder()
        for name in ["files", "body", "proxy", "fastcgi", "uwsgi", "scgi"] {
            try FileManager.default.createDirectory(
                atPath: folder.file(name), withIntermediateDirectories: false)
        }
        for (name, bytes) in files {
            try Data(bytes).write(to: URL(fileURLWithPath: folder.file("files/\(name)")))
        }
        let file = folder.file("nginx.conf")
        let text = Self.configuration(
            folder, port, certificates.file("\(name).pem"), certificates.file("\(name).key"))
        try text.write(toFile: file, atomically: true, encoding: .utf8)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["nginx", "-c", file, "-e", folder.file("error.log")]
        var environment = ProcessInfo.processInfo.environment
        environment["PATH", default: ""] += ":/usr/sbin:/sbin"
        process.environment = environment
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        self.process = process.processIdentifier
    }

    deinit {
        // Waiting for the end would take a thread of the tests' small pool, and has nothing to
        // show.
        kill(process, SIGKILL)
    }

    /// Whether it is installed.
    static var isAvailable: Bool {
        ["/usr/sbin/nginx", "/usr/bin/nginx", "/usr/local/bin/nginx", "/opt/homebrew/bin/nginx"]
            .contains { FileManager.default.isExecutableFile(atPath: $0) }
    }

    func url(_ path: String) -> String { "https://localhost:\(port)/\(path)" }

    /// A file that was uploaded.
    func upload(_ name: String) -> [UInt8]? {
        FileManager.default.contents(atPath: folder.file("files/\(name)")).map(Array.init)
    }

    private static func configuration(
        _ folder: TemporaryFolder, _ port: Int, _ certificate: String, _ key: String
    ) -> String {
        """
        daemon off;
        master_process off;
        pid \(folder.file("nginx.pid"));
        events { worker_connections 1024; }
        http {
            access_log off;
            client_max_body_size 0;
            client_body_temp_path \(folder.file("body"));
            proxy_temp_path \(folder.file("proxy"));
            fastcgi_temp_path \(folder.file("fastcgi"));
            uwsgi_temp_path \(folder.file("uwsgi"));
            scgi_temp_path \(folder.file("scgi"));
            ssl_certificate \(certificate);
            ssl_certificate_key \(key);
            server {
                listen 127.0.0.1:\(port) ssl http2;
                root \(folder.file("files"));
                location = /version { return 200 $server_protocol; }
                location / { dav_methods PUT; }
                location /slow/ { alias \(folder.file("files"))/; limit_rate 100k; }
            }
        }
        """
    }
}
