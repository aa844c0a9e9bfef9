extension HTTPResponse {
    /// Returns the response without the request's secret; `nil` if it does not contain the secret.
    ///
    /// With a short secret, all texts are left out, whether they contain it or not.
    func concealing(_ credential: Credential) -> HTTPResponse? {
        let withheld = credential.isShort ? withoutTexts(credential) : nil
        return (withheld ?? self).removing(credential) ?? withheld
    }

    private func removing(_ credential: Credential) -> HTTPResponse? {
        let bytes = credential.concealed(in: self.bytes)
        let headers = credential.concealed(in: self.headers.block)
        let path = credential.concealed(in: head.url.string.utf8)
        guard bytes != nil || headers != nil || path != nil else { return nil }
        return with(
            bytes ?? self.bytes, headers.map(HTTPHeaders.init(checkedBlock:)) ?? self.headers,
            path == nil ? head.url : head.url.withoutPath)
    }

    /// The response without body, path and header fields, except for those that state a pause.
    private func withoutTexts(_ credential: Credential) -> HTTPResponse {
        var fields = HTTPHeaders()
        for name in ["Retry-After", "Date"] {
            guard let value = headers[name], !credential.occurs(in: value) else { continue }
            fields.add(name, value)
        }
        return with([], fields, head.url.withoutPath)
    }

    private func with(_ bytes: [UInt8], _ headers: HTTPHeaders, _ url: HTTPURL) -> HTTPResponse {
        let head = HTTPResponseHead(
            status: status, version: head.version, headers: headers, url: url)
        return HTTPResponse(head: head, bytes: bytes, file: file, timings: timings)
    }
}
