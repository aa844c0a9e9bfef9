import Foundation
import ProgramTestKit

/// A part of a home server that could not be made.
struct HomeServerFailure: Error {
    let text: String
}

/// Certificates of a home server, which no authority vouches for, and whose names are not its own.
struct HomeCertificate {
    let folder: URL
    let name: String

    var certificate: String { folder.appending(path: "\(name).pem").path }
    var key: String { folder.appending(path: "\(name).key").path }

    /// Makes a certificate by `openssl`.
    init(_ name: String, in folder: URL) async throws {
        (self.name, self.folder) = (name, folder)
        let outcome = try await Shell.run(
            """
            openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 \
                -subj /CN=nas -keyout '\(key)' -out '\(certificate)' 2>&1
            """)
        guard outcome.status == 0 else {
            throw HomeServerFailure(text: outcome.output)
        }
    }

    /// The SHA-256 fingerprint as `openssl` prints it.
    var fingerprint: String {
        get async throws {
            let outcome = try await Shell.run(
                "openssl x509 -noout -fingerprint -sha256 -in '\(certificate)'")
            return String(
                outcome.output.drop { $0 != "=" }.dropFirst().prefix { !$0.isNewline })
        }
    }
}

/// A TLS server on the loopback that passes what it receives to another server, as the proxy of a
/// home server does.
final class TLSForwarder: Sendable {
    let port: Int
    private let process: pid_t

    private static let script = """
        import socket, ssl, sys, threading
        certificate, key, port, target = sys.argv[1:]
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, key)
        listener = socket.create_server(("127.0.0.1", int(port)))
        print(listener.getsockname()[1], flush=True)
        own, other = (f"127.0.0.1:{p}".encode() for p in (listener.getsockname()[1], target))
        def copy(source, sink):
            try:
                while data := source.recv(65536):
                    # The server behind it refuses the name of another one.
                    sink.sendall(data.replace(own, other))
            except OSError:
                pass
            finally:
                for end in (source, sink):
                    try: end.shutdown(socket.SHUT_RDWR)
                    except OSError: pass
        def serve(plain):
            try:
                client = context.wrap_socket(plain, server_side=True)
            except OSError:
                return plain.close()
            server = socket.create_connection(("127.0.0.1", int(target)))
            threading.Thread(target=copy, args=(client, server), daemon=True).start()
            copy(server, client)
        while True:
            threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()
        """

    /// Starts to forward to the port `target`, on a free port or on `port`.
    init(to target: Int, with certificate: HomeCertificate, on port: Int = 0) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
            "python3", "-c", Self.script, certificate.certificate, certificate.key, "\(port)",
            "\(target)",
        ]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        self.process = process.processIdentifier
        var line = Data()
        while let byte = try output.fileHandleForReading.read(upToCount: 1), !byte.isEmpty,
            byte.first != UInt8(ascii: "\n")
        {
            line += byte
        }
        guard let port = Int(String(decoding: line, as: UTF8.self)) else {
            throw HomeServerFailure(text: "the forwarder has not started")
        }
        self.port = port
    }

    deinit { stop() }

    func stop() { kill(process, SIGKILL) }

    /// Whether this machine has what it takes.
    static func isAvailable() async throws -> Bool {
        try await Shell.run("command -v openssl >/dev/null && python3 -c 'import ssl'").status == 0
    }
}
