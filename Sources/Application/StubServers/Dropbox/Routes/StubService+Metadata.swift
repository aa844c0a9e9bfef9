import TextFormats
import WebServer

extension StubService {
    private struct MetadataArgument: Decodable {
        let path: String
        let include_media_info: Bool?
        let include_deleted: Bool?
    }

    func getMetadata(_ call: StubCall) throws(StubErrorResponse) -> WebResponse {
        let argument = try call.decode(MetadataArgument.self)
        guard !argument.path.isEmpty, argument.path != "/" else {
            throw call.failure("request body: path: The root folder is unsupported.")
        }
        let tree = library.snapshot()
        let writer = MetadataWriter(
            library: library, includesMediaInfo: argument.include_media_info ?? false,
            hashIsWrong: call.effect == .wrongHash)
        var json = JSONWriter()
        if let node = try resolve(argument.path, in: tree, for: call) {
            writer.write(node, to: &json)
        } else if argument.include_deleted == true,
            let last = tree.journal.last(where: {
                $0.location.pathLower == argument.path.lowercased() && $0.node == nil
            })
        {
            writer.writeDeleted(last.location, to: &json)
        } else {
            throw .conflict("path", "not_found")
        }
        return .json(json.bytes)
    }
}
