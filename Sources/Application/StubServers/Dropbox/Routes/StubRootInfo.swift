import TextFormats

/// The namespaces of an account, in the form of Dropbox's RootInfo.
struct StubRootInfo: Sendable {
    /// The owner's own files.
    let home: String
    /// The files that the owner sees on the web: those of the team, or the own ones.
    let root: String
    /// The first name of the owner, which is a part of the path of the own files in the team's.
    let owner: String

    var isTeam: Bool { root != home }

    /// Writes the description as the member `name`.
    func write(as name: StaticString, to json: inout JSONWriter) {
        json.object(name) {
            $0.member(".tag", isTeam ? "team" : "user")
            $0.member("root_namespace_id", root)
            $0.member("home_namespace_id", home)
            if isTeam { $0.member("home_path", "/\(owner) Park") }
        }
    }
}
