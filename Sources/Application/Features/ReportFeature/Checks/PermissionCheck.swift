import Accounts
import CommandLineProgram
import CommandOptions
import DurableFiles
import Foundation

/// Checks who owns the folders and files of the program, and who else may read or change them.
struct PermissionCheck: BlockingDiagnosticCheck {
    let name: DiagnosticWord = "permissions"
    /// The path of the folder of the program's data.
    let dataFolder: String
    let accounts: AccountFolders

    /// A file or folder, with the permission bits of others that it must not have.
    private struct Place {
        let path: String
        let forbidden: UInt32
        /// The users to whom it may belong; `nil` for this user alone.
        var owners: Set<UInt32>?
        let status: ExitStatus
    }

    func blockingFindings(of subject: DiagnosticSubject) throws -> [DiagnosticFinding] {
        var problems: [DiagnosticFinding] = []
        var count = 0
        for place in places(of: subject) {
            // A link to a folder is followed, as the program does.
            let path = URL(filePath: place.path).resolvingSymlinksInPath().path
            guard let found = FileStatus(path: path) else { continue }
            let isFolder = found.kind == .folder
            count += 1
            switch found.exposure(forbidding: place.forbidden, owners: place.owners) {
            case .foreignOwner:
                problems.append(
                    .bad(
                        name, "foreign-owner", "\(place.path) belongs to another user",
                        advice: "run the program as its owner, or run `chown` on it",
                        status: place.status))
            case .openToOthers:
                let remedy = isFolder ? "chmod 700" : "chmod 600"
                problems.append(
                    .bad(
                        name, "open-to-others", "other users have access to \(place.path)",
                        advice: "run `\(remedy)` on it", status: place.status,
                        numbers: ["bits": Int64(found.permissions)]))
            case nil where access(place.path, isFolder ? R_OK | W_OK | X_OK : R_OK | W_OK) != 0:
                problems.append(
                    .bad(
                        name, "not-accessible", "\(place.path) cannot be read and written",
                        advice: "run `chmod u+rwX` on it, or check whether its disk is mounted "
                            + "read-only", status: place.status,
                        numbers: ["bits": Int64(found.permissions)]))
            case nil: break
            }
        }
        guard problems.isEmpty else { return problems }
        guard count > 0 else {
            return [.good(name, "nothing", "the program has no folders and files yet")]
        }
        return [
            .good(
                name, "private",
                "other users cannot change the \(count) folders and files of the program",
                numbers: ["files": Int64(count)])
        ]
    }

    private func places(of subject: DiagnosticSubject) -> [Place] {
        func secret(_ path: String) -> Place {
            Place(path: path, forbidden: 0o077, status: .authorization)
        }
        func owned(_ path: String) -> Place {
            Place(
                path: path, forbidden: DurableFolder.writeBits, owners: DurableFolder.owners,
                status: .cannotCreate)
        }
        var places = [owned(dataFolder), owned(accounts.path)]
        if let account = subject.account {
            let folder = "\(accounts.path)/\(account.name)"
            places += [
                secret(folder), secret(folder + "/account.json"),
                secret(folder + "/credential.json"),
            ]
        }
        if let library = subject.library?.path {
            places += ["", "/library.sqlite", "/thumbnails"].map { owned(library + $0) }
        }
        return places
    }
}
