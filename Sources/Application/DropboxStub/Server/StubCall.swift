import Foundation

/// A request on its way to its route: who asks is settled, and faults have been looked up.
struct StubCall: Sendable {
    let route: String
    let request: StubRequest
    /// The JSON of the call's argument; empty for none.
    let argument: [UInt8]
    let effect: StubFault.Effect?

    /// The call's argument as `Value`; throws Dropbox's plain-text 400 when it is not one.
    func decode<Value: Decodable>(_ type: Value.Type) throws(StubFailure) -> Value {
        do {
            return try JSONDecoder().decode(type, from: Data(argument))
        } catch {
            throw failure("request body: \(decodingProblem(error))")
        }
    }

    /// A plain-text 400 as Dropbox words them.
    func failure(_ problem: String) -> StubFailure {
        .badRequest("Error in call to API function \"\(route)\": \(problem)")
    }
}

/// A union without values in an argument: `"jpeg"` and `{".tag": "jpeg"}` mean the same.
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
