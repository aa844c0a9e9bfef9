import WebServer

struct File: Sendable {
    func read(_ range: Range<Int>) async throws -> [UInt8] { [] }
}

func body(of file: File, size: Int) {
    // snippet WebBody
}

func ranges(of response: inout WebResponse, _ request: WebRequest) {
    // snippet WebResponse+Range
}

func server() async throws {
    // snippet WebServer
}
