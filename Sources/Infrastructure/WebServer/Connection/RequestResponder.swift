import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1

/// Passes requests to the handler, and sends its responses.
struct RequestResponder: Sendable {
    let handler: WebHandler
    let logger: Logger

    func respond(
        to request: Request, through writer: consuming ResponseWriter, on channel: any Channel
    ) async throws {
        let response: WebResponse
        do {
            response = try await handler(WebRequest(request))
        } catch is ConnectionDrop {
            ConnectionCommand.close.send(to: channel)
            return
        } catch {
            response = self.response(to: error, of: request)
        }
        let head = head(of: response)
        guard request.method != .head, response.status != 204, response.status != 304 else {
            try await writer.writeResponse(head)
            return
        }
        if case .bytes(let bytes) = response.body.content {
            let body = ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
            try await writer.write(response: head, body: body)
        } else {
            try await send(response.body, after: head, through: writer, on: channel)
        }
    }

    private func send(
        _ body: WebBody, after head: HTTPResponse, through writer: consuming ResponseWriter,
        on channel: any Channel
    ) async throws {
        var bodyWriter = WebBodyWriter(try await writer.writeHead(head), length: body.length)
        do {
            try await body.send(to: &bodyWriter)
        } catch {
            logger.debug("the body of a response failed", metadata: ["error": "\(error)"])
            ConnectionCommand.cut.send(to: channel)
            return
        }
        if (bodyWriter.rest ?? 0) > 0 {
            ConnectionCommand.cut.send(to: channel)
        } else {
            try await bodyWriter.finish()
        }
    }

    /// The response to an error of the request's body or of the handler.
    private func response(to error: any Error, of request: Request) -> WebResponse {
        let fault = error as? RequestFault ?? (error is HTTPParserError ? .malformed : nil)
        if let fault { return .text(fault.text, status: fault.rawValue) }
        logger.error(
            "a request failed",
            metadata: ["path": "\(request.uri.path)", "error": "\(error)"])
        return .text("The server failed to answer the request.\n", status: 500)
    }

    /// The name of a field; the usual ones need no check.
    private static func name(_ text: String) -> HTTPField.Name? {
        switch text {
        case "Cache-Control": .cacheControl
        case "Content-Type": .contentType
        case "ETag": .eTag
        default: HTTPField.Name(text)
        }
    }

    private func head(of response: WebResponse) -> HTTPResponse {
        var fields = HTTPFields()
        let fixed = response.fixedHeaders.fields
        fields.reserveCapacity(response.headers.count + fixed.count + 2)
        let length = response.body.length
        for (text, value) in response.headers {
            guard let name = Self.name(text), name != .date, name != .contentLength || length == nil
            else { continue }
            fields.append(HTTPField(name: name, value: value))
        }
        // A subscript would make an index of all names.
        for field in fixed { fields.append(field) }
        if let length { fields.append(HTTPField(name: .contentLength, value: String(length))) }
        fields.append(HTTPField(name: .date, value: ResponseDate.now))
        return HTTPResponse(status: .init(code: response.status), headerFields: fields)
    }
}
