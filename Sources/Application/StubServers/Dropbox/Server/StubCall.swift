import Foundation

/// A request that is authorized, with its route, argument and fault.
struct StubCall: Sendable {
    let route: String
    let request: StubRequest
    /// The JSON of the argument; empty if there is none.
    let argument: [UInt8]
    let effect: InjectedFault.Effect?

    /// Decodes the argument.
    ///
    /// - Throws: Dropbox's plain-text 400 if the argument is not a `Value`.
    func decode<Value: Decodable>(_ type: Value.Type) throws(StubErrorResponse) -> Value {
        do {
            return try JSONDecoder().decode(type, from: Data(argument))
        } catch {
            throw failure("request body: \(decodingProblem(error))")
        }
    }

    /// A plain-text 400 in Dropbox's wording.
    func failure(_ problem: String) -> StubErrorResponse {
        .badRequest("Error in call to API function \"\(route)\": \(problem)")
    }
}

/// A union without values in an argument: `"jpeg"` and `{".tag": "jpeg"}` are equivalent.
struct TagArgument: Decodable {
    let tag: String

    private enum Key: String, CodingKey { case tag = ".tag" }

    init(from decoder: any Decoder) throws {
        if let tag = try? decoder.singleValueContainer().decode(String.self) {
            self.tag = tag
        } else {
            tag = try decoder.container(keyedBy: Key.self).decode(String.self, forKey: .tag)
        }
    }
}
