import Foundation

/// An nginx with one worker on the loopback address, for the life of this object.
final class Nginx {
    let url: String
    private let process = Process()
    private let folder: URL

    /// Starts nginx with `files` (names and lengths in bytes); uploads to `/upload` are discarded.
    convenience init(files: [String: Int]) throws {
        try self.init { folder in
            try FileManager.default.createDirectory(
                at: folder.appending(path: "html"), withIntermediateDirectories: true)
            for (name, length) in files {
                try Self.make(folder.appending(path: "html/\(name)"), length)
            }
        }
    }

    /// Starts nginx with the files of a folder, which it reads in place.
    convenience init(serving root: URL) throws {
        try self.init { folder in
            try FileManager.default.createSymbolicLink(
                at: folder.appending(path: "html"), withDestinationURL: root)
        }
    }

    /// Starts nginx in a new folder, in which `makeRoot` makes the folder `html`.
    private init(_ makeRoot: (URL) throws -> Void) throws {
        folder = FileManager.default.temporaryDirectory.appending(
            path: "bench-nginx-\(UUID().uuidString)")
        // Below the range of the ports that the system assigns.
        let port = Int.random(in: 20_000..<32_000)
        url = "http://127.0.0.1:\(port)"
        for name in ["body", "proxy", "fastcgi", "uwsgi", "scgi"] {
            try FileManager.default.createDirectory(
                at: folder.appending(path: name), withIntermediateDirectories: true)
        }
        try makeRoot(folder)
        let configuration = folder.appending(path: "nginx.conf")
        try Data(Self.configuration(folder.path, port).utf8).write(to: configuration)
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
            "nginx", "-c", configuration.path, "-e", folder.appending(path: "error.log").path,
        ]
        try process.run()
        try waitUntilItAnswers()
    }

    deinit {
        process.terminate()
        process.waitUntilExit()
        try? FileManager.default.removeItem(at: folder)
    }

    private func waitUntilItAnswers() throws {
        for _ in 0..<100 {
            let probe = try? Child.run(
                "curl", ["--silent", "--retry", "5", "--retry-connrefused", url + "/"])
            if probe != nil { return }
            guard process.isRunning else {
                throw Failure(
                    "nginx ended immediately: it is not installed, or its port is in use")
            }
        }
        throw Failure("nginx does not answer")
    }

    private static func make(_ file: URL, _ length: Int) throws {
        try Data().write(to: file)
        let handle = try FileHandle(forWritingTo: file)
        let block = Data((0..<(1 << 20)).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) })
        var left = length
        while left > 0 {
            try handle.write(contentsOf: block.prefix(left))
            left -= min(left, block.count)
        }
        try handle.close()
    }

    private static func configuration(_ folder: String, _ port: Int) -> String {
        """
        worker_processes 1;
        daemon off;
        pid \(folder)/nginx.pid;
        events { worker_connections 4096; }
        http {
            access_log off;
            sendfile on;
            tcp_nopush on;
            keepalive_requests 1000000000;
            client_max_body_size 0;
            client_body_temp_path \(folder)/body;
            proxy_temp_path \(folder)/proxy;
            fastcgi_temp_path \(folder)/fastcgi;
            uwsgi_temp_path \(folder)/uwsgi;
            scgi_temp_path \(folder)/scgi;
            open_file_cache max=100;
            server {
                listen 127.0.0.1:\(port);
                root \(folder)/html;
                location = / { return 204; }
                location = /upload {
                    proxy_pass http://127.0.0.1:\(port)/sink;
                    proxy_request_buffering off;
                }
                location = /sink { return 204; }
                location = /slow { limit_rate 1; try_files /1k =404; }
            }
        }
        """
    }
}
