import Persistence

extension ReadSession {
    /// Returns the stored choice of originals; `nil` if there is none.
    func originalsChoice() throws -> OriginalsChoice? { try find(ChoiceRow.self, 1)?.choice }
}
