package import HTTPGateway

extension HTTPError {
    /// The reason, with the server's identifier of the request if the response has one, and with
    /// the wait that a busy server asks for.
    ///
    /// A provider's support finds the request by this identifier. A text that is longer than 128
    /// characters, or that has other characters than letters, digits and `-_.:`, is left out.
    ///
    /// - Parameter fields: the header fields of the identifier, the preferred one first.
    package func reason(withRequestIDIn fields: [String]) -> String {
        let isBusy = code == .rateLimited || code == .serverBusy
        let asked = isBusy ? retryAfter?.components.seconds ?? 0 : 0
        let wait = asked > 0 ? ", and asks for a wait of \(asked) s" : ""
        guard let headers = response?.headers,
            let id = fields.lazy.compactMap({ headers[$0] }).first(where: Self.isRequestID)
        else { return reason + wait }
        return "\(reason)\(wait) (request ID \(id))"
    }

    private static func isRequestID(_ text: String) -> Bool {
        (1...128).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"),
                    UInt8(ascii: "a")...UInt8(ascii: "z"),
                    UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: ":"):
                    true
                default: false
                }
            }
    }
}
