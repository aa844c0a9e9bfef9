import TextFormats
import WebServer

extension StubService {
    /// The account's identifier: 40 characters, like Dropbox's.
    var accountID: String {
        let start = "dbid:AAH" + rootInfo.owner.filter { $0.isASCII && $0.isLetter }
        return String((start + String(repeating: "photopark", count: 4)).prefix(40))
    }

    private struct CheckArgument: Decodable {
        let query: String?
    }

    func currentAccount() -> WebResponse {
        let owner = rootInfo.owner
        return .json { json in
            json.member("account_id", accountID)
            json.object("name") {
                $0.member("given_name", owner)
                $0.member("surname", "Park")
                $0.member("familiar_name", owner)
                $0.member("display_name", owner + " Park")
                $0.member("abbreviated_name", String(owner.prefix(1)) + "P")
            }
            json.member("email", owner.lowercased() + "@example.com")
            json.member("email_verified", true)
            json.member("disabled", false)
            json.member("locale", "en")
            json.member("referral_link", "https://example.com/referral")
            json.member("is_paired", false)
            json.object("account_type") {
                $0.member(".tag", rootInfo.isTeam ? "business" : "basic")
            }
            rootInfo.write(as: "root_info", to: &json)
            json.member("country", "CH")
        }
    }

    /// Answers `check/user` and `check/app` with the query of the request.
    func check(_ call: StubCall) throws(StubErrorResponse) -> WebResponse {
        let query = try call.decode(CheckArgument.self).query ?? ""
        guard query.unicodeScalars.count <= 500 else {
            throw call.failure("request body: query: longer than 500 characters")
        }
        return .json { $0.member("result", query) }
    }

    func revokeToken(_ call: StubCall) -> WebResponse {
        let value = call.request.headers["authorization"] ?? ""
        tokens.revoke(String(value.split(separator: " ").last ?? ""))
        return .json(Array("null".utf8))
    }
}
