import FeedGallery
import Foundation
import Testing

@Suite struct HostileNamesTests {
    let sample: Sample

    init() throws {
        sample = try Sample()
        let items = HostileNames.all.map { name in
            GalleryItem(
                identifier: name, name: name, wallSeconds: Sample.june,
                thumbnail: Sample.thumbnail(), place: name)
        }
        try sample.write(items, title: "<script>document.title='pwned'</script>\u{202E}&\"")
    }

    @Test func thereAreSixtyAndMore() {
        #expect(Set(HostileNames.all).count >= 60)
    }

    @Test func nothingIsWrittenOutsideTheGallery() throws {
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: sample.path) == ["gallery"])
        #expect(
            try sample.names("") == [".photopark-gallery", "index.html", "pages", "thumbnails"])
    }

    @Test func fileNamesAreOursAndOneForEachIdentifier() throws {
        let names = try sample.names("thumbnails")
        #expect(names.count == Set(HostileNames.all.map { Array($0.utf8) }).count)
        for name in names {
            #expect(try /[0-9a-fx-]{1,240}\.gif/.wholeMatch(in: name) != nil)
        }
    }

    @Test func scriptsHoldNoMarkupAndNoLineSeparators() throws {
        let script = try sample.text(sample.pages + "/0.js")
        for scalar in script.unicodeScalars {
            #expect(!["<", ">", "&", "\u{2028}", "\u{2029}"].contains(scalar))
        }
        #expect(script.utf8.count < 200_000)
    }

    @Test func everyNameIsReadAsWhatItIsExceptForEscapesAndCuts() throws {
        let items = try sample.items()
        #expect(items.count == HostileNames.all.count)
        for (item, name) in zip(items, HostileNames.all) {
            let shown = try #require(item[0] as? String)
            let isPlain = name.unicodeScalars.allSatisfy {
                $0.properties.generalCategory != .control
                    && ($0.properties.generalCategory != .format || $0 == "\u{200D}")
                    && $0 != "\u{2028}"
            }
            if isPlain && name.utf8.count <= 240 {
                #expect(shown == name)
            } else {
                #expect(shown.count <= 240 && shown.utf8.count < 1_000)
            }
        }
    }

    @Test func titleIsTextInThePage() throws {
        let index = try sample.text("index.html")
        #expect(
            index.contains(
                "<title>&lt;script&gt;document.title=&#39;pwned&#39;&lt;/script&gt;"
                    + "\\u{202E}&amp;&quot;</title>"))
        #expect(!index.contains("<script>"))
        #expect(index.matches(of: /<script/).count == 2)
    }
}
