import Accounts
import CommandLineProgram
import Foundation

/// An access token, read from a file or from the output of a command.
///
/// The input is the token alone, or the JSON answer of a token endpoint.
///
/// Errors never quote the input, because it may be a secret.
struct BearerToken {
    /// The length of the longest accepted input, in bytes.
    static let longestSource = 16_384
    /// The length of the shortest accepted token, in bytes.
    ///
    /// The log hides no shorter one, because it can be a part of any word.
    static let shortest = 4

    /// The token, in the form of the `Authorization` header (`b64token` of RFC 6750, section 2.1).
    let text: String

    /// Reads the token in `data`; `source` names its origin in errors.
    ///
    /// - Throws: `ProgramError` with the status `authorization`.
    init(_ data: Data, from source: String) throws {
        func refusal(_ reason: String) -> ProgramError {
            ProgramError(.authorization, "\(source) \(reason)")
        }
        var text = String(decoding: data, as: UTF8.self)
            .trimmingCharacters(in: .whitespacesAndNewlines)
        guard !text.isEmpty else { throw refusal("is empty") }
        guard data.count <= Self.longestSource else { throw refusal("is too long for a token") }
        if text.hasPrefix("{") {
            guard let answer = try? JSONDecoder().decode(Answer.self, from: Data(text.utf8)),
                answer.tokenType.map({ $0.lowercased() == "bearer" }) ?? true
            else {
                throw refusal(
                    "is not a token response: JSON with an access_token of the type bearer"
                )
            }
            text = answer.accessToken
        }
        guard BearerText.isValid(text) else {
            throw refusal(
                "does not contain exactly one access token (letters, digits and -._~+/), or a "
                    + "token endpoint's JSON response"
            )
        }
        guard text.utf8.count >= Self.shortest else { throw refusal("is too short for a token") }
        self.text = text
    }

    /// The members of a token response (RFC 6749, section 5.1) that the program uses.
    private struct Answer: Decodable {
        let accessToken: String
        let tokenType: String?

        enum CodingKeys: String, CodingKey {
            case accessToken = "access_token"
            case tokenType = "token_type"
        }
    }
}
