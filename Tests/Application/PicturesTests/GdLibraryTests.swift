import Testing

@testable import Pictures

@Suite struct GdLibraryTests {
    #if os(Linux)
        @Test func missingLibraryIsAnErrorThatNamesIt() {
            let error = #expect(throws: PictureError.self) { try GdLibrary.load("libnone.so") }
            #expect(error?.code == .noLibrary)
            #expect(error?.message.contains("libnone.so") == true)
        }

        @Test func libraryWithoutTheFunctionsIsAnErrorThatNamesOne() {
            let error = #expect(throws: PictureError.self) { try GdLibrary.load("libc.so.6") }
            #expect(error?.message.contains("gdImageCreateTrueColor") == true)
        }
    #endif

    @Test func libraryHasAllFunctions() throws { try Picture.requireLibrary() }
}
