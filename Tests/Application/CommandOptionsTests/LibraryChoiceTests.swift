import Foundation
import Testing

@testable import CommandOptions

/// The libraries that a command uses.
@Suite struct LibraryChoiceTests {
    @Test func foldersWhoseNamesLookTheSameAreTwoLibraries() {
        let folders = ["/\u{E9}", "/e\u{301}", "/\u{E9}"]
        let selection = LibraryChoice.Selection(
            folders.map { LibraryChoice.Library(account: nil, folder: URL(filePath: $0)) })
        #expect(selection.libraries.count == 2 && selection.isPlural)
    }
}
