extension HTTPResponse {
    /// Returns the response without the request's secret; `nil` if it does not contain the secret.
    func concealing(_ credential: Credential) -> HTTPResponse? {
        let bytes = credential.concealed(in: self.bytes)
        let headers = credential.concealed(in: self.headers.block)
        let path = credential.concealed(in: head.url.string.utf8)
        guard bytes != nil || headers != nil || path != nil else { return nil }
        let head = HTTPResponseHead(
            status: status, version: head.version,
            headers: headers.map(HTTPHeaders.init(checkedBlock:)) ?? self.headers,
            url: path == nil ? head.url : head.url.withoutPath)
        return HTTPResponse(
            head: head, bytes: bytes ?? self.bytes, file: file, timings: timings)
    }
}
