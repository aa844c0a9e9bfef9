import Testing

@testable import Accounts

/// Certificates and their fingerprints.
@Suite struct ServerCertificateTests {
    private static let start = "-----BEGIN CERTIFICATE-----"
    private static let end = "-----END CERTIFICATE-----"
    /// The SHA-256 of `hello`.
    private static let fingerprint =
        "2C:F2:4D:BA:5F:B0:A3:0E:26:E8:3B:2A:C5:B9:E2:9E:1B:16:1E:5C:1F:A7:42:5E:73:04:33:62:93:8B:"
        + "98:24"

    @Test(arguments: [
        "\(start)\naGVsbG8=\n\(end)\n", "\(start)\r\naGVs\r\nbG8=\r\n\(end)",
        "\(start)\naGVsbG8=\n\(end)\n\(start)\nb3RoZXI=\n\(end)\n",
    ])
    func theFingerprintIsThatOfTheFirstCertificate(_ pem: String) throws {
        let certificate = try #require(ServerCertificate(pem: pem))
        #expect(certificate.fingerprint == Self.fingerprint)
        #expect(ServerCertificate(pem: certificate.pem) == certificate)
    }

    @Test(arguments: ["", "x", "\(start)\n\(end)", "\(start)\n!\n\(end)", "\(start)\naGVsbG8=\n"])
    func anyOtherTextIsNoCertificate(_ pem: String) {
        #expect(ServerCertificate(pem: pem) == nil)
    }

    @Test(
        arguments: [
            (fingerprint, fingerprint), (fingerprint.lowercased(), fingerprint),
            (fingerprint.filter { $0 != ":" }, fingerprint), ("", nil), ("2C:F2", nil),
            (fingerprint + ":00", nil), (String(repeating: "g", count: 64), nil),
            (String(repeating: "\u{FF11}", count: 64), nil),
        ] as [(String, String?)])
    func aFingerprintIsReadInEachUsualForm(_ text: String, _ expected: String?) {
        #expect(ServerCertificate.fingerprint(in: text) == expected)
    }
}
