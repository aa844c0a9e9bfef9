import Persistence
import SQLitePersistence

extension ReadSession {
    /// Returns the stored choice of originals; `nil` if there is none.
    ///
    /// A reader does not migrate, and no run may have migrated the database yet.
    func originalsChoice() throws -> OriginalsChoice? {
        guard let database = try connection(of: .guest) as? SQLiteConnection else {
            preconditionFailure("the originals were opened by another engine")
        }
        guard try database.connection.columns(of: "choice").contains("fileTime") else {
            return try find(FormerChoiceRow.self, 1).flatMap { ChoiceRow($0).choice }
        }
        return try find(ChoiceRow.self, 1)?.choice
    }
}
