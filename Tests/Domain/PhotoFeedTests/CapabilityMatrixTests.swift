import Testing
import TextFormats

@testable import PhotoFeed

/// The display of a server's abilities.
@Suite struct CapabilityMatrixTests {
    private let matrix = CapabilityMatrix(rows: [
        CapabilityMatrix.Row(name: "ranges", title: "parts of files", finding: .yes),
        CapabilityMatrix.Row(name: "tags", title: "tags", finding: .no, detail: "none"),
        CapabilityMatrix.Row(
            name: "previews", title: "previews", finding: .unknown, detail: "no photo"),
    ])

    @Test func theLinesAreColumns() {
        #expect(
            matrix.lines == [
                "parts of files   yes", "tags             no        none",
                "previews         unknown   no photo",
            ])
    }

    @Test func theJSONHasTheNamesForPrograms() {
        let bytes = JSONWriter.object { matrix.write(to: &$0) }
        #expect(
            String(decoding: bytes, as: UTF8.self) == """
                {"capabilities":[{"name":"ranges","finding":"yes","detail":null},\
                {"name":"tags","finding":"no","detail":"none"},\
                {"name":"previews","finding":"unknown","detail":"no photo"}]}
                """)
    }

    @Test func anAbilityWithoutARowIsUnknown() {
        #expect(matrix.finding(of: "ranges") == .yes)
        #expect(matrix.finding(of: "tags") == .no)
        #expect(matrix.finding(of: "other") == .unknown)
    }
}
