/// A library that tells whether another process has changed it.
///
/// A service of the business logic, confined to the scheduler on which it was made.
package protocol ChangeMarking: AnyObject {
    /// Returns a number that is another one after each change by another connection.
    ///
    /// It is cheap: a library can be asked every second.
    ///
    /// - Throws: `.libraryNotFound` if the library was deleted, moved or replaced. Its open files
    ///   stay readable.
    func changeMark() throws(FeedError) -> Int64
}
