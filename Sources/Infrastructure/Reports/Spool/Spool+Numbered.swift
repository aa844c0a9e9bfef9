extension Spool {
    /// The number of processes that can use spools of one folder at the same time.
    public static let processes = 8

    /// Opens the first of the spools `1` to `8` in a folder that no other process uses.
    ///
    /// - Parameters:
    ///   - folder: the path of the folder.
    ///   - open: opens the spool in a folder of its own.
    /// - Throws: `SpoolError`: `.locked` if all of them are used.
    public static func first(
        in folder: String, _ open: (_ folder: String) throws(SpoolError) -> Spool
    ) throws(SpoolError) -> (spool: Spool, number: Int) {
        var number = 1
        while true {
            do throws(SpoolError) {
                return (try open("\(folder)/\(number)"), number)
            } catch  where error.code == .locked && number < processes {
                number += 1
            }
        }
    }
}
