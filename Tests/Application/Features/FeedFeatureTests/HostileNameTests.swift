import Foundation
import ProgramTestKit
import StubServers
import Testing

extension WholeProgram {
    /// Names are text from an untrusted source.
    ///
    /// They change nothing outside the library, and are displayed harmlessly everywhere.
    @Suite struct HostileNameTests {
        static let names: [String] =
            [
                "..;.jpg", "../escape.jpg", "../../../etc/passwd.jpg", "/etc/passwd.jpg",
                "a/../../b.jpg",
                "%2e%2e%2fescape.jpg",
                "%252e%252e.jpg", "..\\escape.jpg", "C:\\Windows\\x.jpg", "nul\u{0}byte.jpg",
                " .jpg",
                "...jpg", "-rf.jpg", "--help.jpg",
                "~/.ssh/id.jpg", "$HOME.jpg", "`id`.jpg", "$(id).jpg", "a;b.jpg", "a|b.jpg",
                "a&b.jpg",
                "CON.jpg", "NUL.jpg", "trailing. .jpg",
                "line\nbreak.jpg", "carriage\rreturn.jpg", "tab\tulator.jpg", "bell\u{7}.jpg",
                "back\u{8}space.jpg", "escape\u{1B}[2J.jpg",
                "title\u{1B}]0;owned\u{7}.jpg", "c1\u{9B}31m.jpg", "del\u{7F}.jpg",
                "rtl\u{202E}gpj.exe.jpg", "isolate\u{2066}x\u{2069}.jpg",
                "mark\u{200F}.jpg", "bom\u{FEFF}.jpg", "separator\u{2028}.jpg",
                "paragraph\u{2029}.jpg",
                "zero\u{200B}width.jpg",
                "<script>alert(1)</script>.jpg", "<img src=x onerror=alert(1)>.jpg",
                "\"onmouseover=\"alert(1).jpg", "'><svg onload=alert(1)>.jpg",
                "</script><script>alert(1)</script>.jpg", "<!--.jpg", "]]>.jpg", "&lt;b&gt;.jpg",
                "javascript:alert(1).jpg", "{{7*7}}.jpg",
                "${7*7}.jpg", "'; DROP TABLE nodes; --.jpg", "%s%s%n.jpg",
                "\\u003cscript\\u003e.jpg",
                "null.jpg", "undefined.jpg",
                "__proto__.jpg", "é.jpg", "e\u{301}.jpg",
                "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}.jpg",
            ] + [
                String(repeating: "long", count: 17_500) + ".jpg",
                String(repeating: "\u{301}", count: 3000) + ".jpg",
            ]

        @Test func hostileNamesAreDataAndNothingElse() async throws {
            #expect(Self.names.count >= 60)
            let play = try await Playground()
            for (index, name) in Self.names.enumerated() {
                try play.stub.apply(.add(path: "/Hostile/\(index).jpg", name: name))
            }
            let sentinel = play.folder.appending(path: "sentinel")
            try Data("untouched".utf8).write(to: sentinel)
            let outside = try tree(of: play.folder)

            let sync = try await play.sync()
            #expect(sync.status == 0, "\(sync.errors)")
            let table = try await Program.run("feed", "--library", play.path("library"))
            let lines = try await Program.run("feed", "--json", "--library", play.path("library"))
            let gallery = try await Program.run(
                "gallery", "--library", play.path("library"), "--output", play.path("gallery"))
            #expect(
                table.status == 0 && lines.status == 0 && gallery.status == 0, "\(gallery.errors)")

            for text in [sync.output, sync.errors, table.output, lines.output, gallery.output] {
                #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || !Self.acts($0) })
            }
            #expect(table.lines.count == Self.names.count + 1)
            let names = try await play.feed().compactMap { $0["name"] as? String }
            #expect(
                Set(names.map { Array($0.utf8) }) == Set(Self.names.map { Array($0.utf8) }),
                "JSON gives every name back exactly")
            try expectNoMarkup(in: play.path("gallery"))

            let after = try tree(of: play.folder).filter {
                !$0.hasPrefix("library") && !$0.hasPrefix("gallery")
            }
            #expect(after == outside)
            #expect(try Data(contentsOf: sentinel) == Data("untouched".utf8))
            for file in try tree(of: play.folder.appending(path: "library/thumbnails")) {
                #expect(file.utf8.allSatisfy { (0x21...0x7E).contains($0) } && !file.contains(".."))
            }
        }

        private func tree(of folder: URL) throws -> [String] {
            try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
        }

        private func expectNoMarkup(in gallery: String) throws {
            for file in try tree(of: URL(filePath: gallery))
            where file.hasSuffix(".html") || file.hasSuffix(".js") {
                let text = try String(contentsOfFile: gallery + "/" + file, encoding: .utf8)
                for danger in ["<script>alert", "<img src=x", "<svg onload", "</script><script>"] {
                    #expect(!text.contains(danger), "\(file) carries \(danger)")
                }
            }
        }

        /// Whether a scalar acts on a terminal or turns the direction of text.
        private static func acts(_ scalar: Unicode.Scalar) -> Bool {
            switch scalar.value {
            case 0...0x1F, 0x7F...0x9F, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF:
                true
            default: false
            }
        }
    }
}
