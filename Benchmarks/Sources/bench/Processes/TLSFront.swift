import Foundation

/// An nginx with TLS in front of a plain server on this machine, the same for every client.
final class TLSFront: FeedServer {
    let certificate: URL
    let port: Int
    /// The names in the certificate; some clients know the hosts of Dropbox only.
    private static let names =
        "DNS:localhost,DNS:api.dropboxapi.com,DNS:content.dropboxapi.com,IP:127.0.0.1"
    private let server: Background

    /// Starts the front in `folder`, which contains its certificate, key and configuration.
    init(before upstream: Int, in folder: URL) throws {
        port = try Self.freePort()
        certificate = folder.appending(path: "certificate.pem")
        let key = folder.appending(path: "key.pem")
        _ = try Child.run(
            "openssl",
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
                "-nodes", "-days", "2",
                "-subj", "/CN=localhost", "-addext", "subjectAltName=\(Self.names)",
                "-keyout", key.path, "-out", certificate.path, "-batch",
            ])
        let configuration = folder.appending(path: "nginx.conf")
        try Data(Self.configuration(port, upstream, certificate, key, folder).utf8).write(
            to: configuration)
        server = try Background(
            "nginx", ["-c", configuration.path, "-p", folder.path, "-e", "stderr"])
        try Self.waitForListener(on: port)
    }

    var url: String { "https://localhost:\(port)" }

    var curlOptions: [String] { ["cacert = \"\(certificate.path)\""] }

    var options: [String] {
        [
            "--endpoint", url, "--ca-file", certificate.path,
            "--token-command", "echo benchmark",
        ]
    }

    /// The environment with which the official Dropbox client uses this front.
    var officialClientEnvironment: [String: String] {
        var environment = ["REQUESTS_CA_BUNDLE": certificate.path]
        for host in [
            "DROPBOX_API_HOST", "DROPBOX_API_CONTENT_HOST", "DROPBOX_API_NOTIFY_HOST",
            "DROPBOX_WEB_HOST",
        ] {
            environment[host] = "localhost:\(port)"
        }
        return environment
    }

    private static func configuration(
        _ port: Int, _ upstream: Int, _ certificate: URL, _ key: URL, _ folder: URL
    ) -> String {
        """
        daemon off;
        worker_processes 1;
        pid \(folder.path)/nginx.pid;
        error_log stderr warn;
        events { worker_connections 256; }
        http {
            access_log off;
            client_body_temp_path \(folder.path)/body;
            proxy_temp_path \(folder.path)/proxy;
            fastcgi_temp_path \(folder.path)/fastcgi;
            uwsgi_temp_path \(folder.path)/uwsgi;
            scgi_temp_path \(folder.path)/scgi;
            keepalive_requests 1000000;
            proxy_buffers 64 64k;
            proxy_buffer_size 64k;
            proxy_busy_buffers_size 128k;
            upstream stub { server 127.0.0.1:\(upstream); keepalive 32; }
            server {
                listen 127.0.0.1:\(port) ssl;
                ssl_certificate \(certificate.path);
                ssl_certificate_key \(key.path);
                location / {
                    proxy_pass http://stub;
                    proxy_http_version 1.1;
                    proxy_set_header Connection "";
                    proxy_set_header Host $host:$server_port;
                }
            }
        }
        """
    }

    /// A port that is not in use at the moment.
    private static func freePort() throws -> Int {
        try withSocket { descriptor in
            var address = loopback(0)
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            let code = withUnsafeMutablePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                    bind(descriptor, address, length) | getsockname(descriptor, address, &length)
                }
            }
            guard code == 0 else {
                throw Failure("no free port: \(String(cString: strerror(errno)))")
            }
            return Int(UInt16(bigEndian: address.sin_port))
        }
    }

    private static func waitForListener(on port: Int) throws {
        for _ in 0..<200 {
            let isUp = try withSocket { descriptor in
                var address = loopback(port)
                return withUnsafePointer(to: &address) { pointer in
                    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
                    }
                }
            }
            if isUp { return }
            usleep(50_000)
        }
        throw Failure("nginx does not listen on port \(port)")
    }

    private static func loopback(_ port: Int) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }

    private static func withSocket<Result>(_ use: (Int32) throws -> Result) throws -> Result {
        #if canImport(Glibc)
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            let descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        defer { close(descriptor) }
        return try use(descriptor)
    }
}
