import Foundation
import Scheduling
import TextFormats
import WebServer

extension StubService {
    func apply(_ command: ControlCommand) throws(ControlError) {
        switch command {
        case .add(let path, let name, let content):
            try library.addFile(path, name: name, bytes: content)
        case .addPhotos(let folder, let count):
            try library.addPhotos(count, to: folder)
        case .addFolder(let path): try library.addFolder(path)
        case .change(let path, let content): try library.changeFile(path, bytes: content)
        case .move(let path, let target): try library.move(path, to: target)
        case .delete(let path): try library.delete(path)
        case .fault(let fault): faults.add(fault)
        case .clearFaults: faults.clear()
        case .expireTokens: tokens.expireAll()
        case .forgetRevisions: library.forgetRevisions()
        case .resetCursors: generation.withLock { $0.number += 1 }
        case .clearRequests: log.clear()
        }
    }

    /// Runs a control command.
    ///
    /// The content type must be JSON. A page in a browser may send it only after a preflight
    /// request, which the stub never grants.
    func control(_ request: StubRequest, name: String) throws(StubErrorResponse) -> WebResponse {
        if name == "requests", request.method == "GET" {
            return requestReport()
        }
        if name == "logs" { return try reports(request) }
        guard request.method == "POST" else {
            throw StubErrorResponse(response: .text("Method not allowed: use POST.", status: 405))
        }
        let type = request.headers["content-type"]?.prefix { $0 != ";" }
        guard type == "application/json" else {
            throw .badRequest("A command must have the Content-Type application/json.")
        }
        do throws(ControlError) {
            let json = request.body.isEmpty ? Array("{}".utf8) : request.body
            try apply(ControlCommand(name: name, json: json))
        } catch {
            throw .badRequest("\(error)")
        }
        return .json(Array("{}".utf8))
    }

    /// Stores the lines of a report of errors, or returns all that were stored.
    private func reports(_ request: StubRequest) throws(StubErrorResponse) -> WebResponse {
        if request.method == "GET" {
            var response = WebResponse(
                status: 200, body: WebBody(received.lines.flatMap { $0 + [UInt8(ascii: "\n")] }))
            response.headers.append(("Content-Type", "application/x-ndjson"))
            return response
        }
        guard request.method == "POST" else {
            throw StubErrorResponse(
                response: .text("Method not allowed: use GET or POST.", status: 405))
        }
        guard request.mediaType == "application/x-ndjson" else {
            throw .badRequest("A report must have the Content-Type application/x-ndjson.")
        }
        for line in request.body.split(separator: UInt8(ascii: "\n")) { received.add(Array(line)) }
        return .json(Array("{}".utf8))
    }

    private func requestReport() -> WebResponse {
        .json { json in
            json.object("counts") { json in
                for (route, count) in log.counts.sorted(by: { $0.key < $1.key }) {
                    json.name(escaping: route)
                    json.integer(count)
                }
            }
            json.array("requests") { json in
                for record in log.records {
                    json.object {
                        $0.member("route", record.route)
                        $0.member("arrival", record.arrival / .seconds(1))
                        if let range = record.range {
                            $0.member("range", range)
                        }
                        if let status = record.status {
                            $0.member("status", status)
                        }
                    }
                }
            }
        }
    }
}
