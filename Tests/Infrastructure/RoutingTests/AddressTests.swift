import Routing
import Scheduling
import SchedulingTestKit
import Signals
import SignalsTestKit
import Testing

enum Size: String, AddressValue { case small, large }

struct Page: Hashable {
    var title = ""
}

struct ShowPhotos: AddressableRoute, Equatable {
    typealias Output = Page
    static let address = RouteAddress(
        "photos", .reads, from: ShowPhotos(),
        .query("limit", \.limit, in: 1...1000), .query("size", \.size), .query("after", \.after),
        .query("hidden", \.showsHidden))
    var limit = 20
    var size = Size.small
    var after: String?
    var showsHidden = false
}

struct ShowPhoto: AddressableRoute, Equatable {
    typealias Output = Page
    static let address = RouteAddress(
        "photos/:photo", .reads, from: ShowPhoto(photo: ""), .path("photo", \.photo))
    var photo: String
    var parent: (any AddressableRoute)? { ShowPhotos() }
}

struct DeletePhoto: AddressableRoute, Equatable {
    typealias Output = Page
    static let address = RouteAddress(
        "photos/:photo/delete", .writes, from: DeletePhoto(photo: "", mode: 0),
        .path("photo", \.photo), .query("mode", \.mode, required: true))
    var photo: String
    var mode: Int
    var parent: (any AddressableRoute)? { ShowPhoto(photo: photo) }
}

struct EditPhoto: AddressableRoute, Equatable {
    typealias Output = Page
    static let address = RouteAddress(
        "photos/latest/edit", .reads, from: EditPhoto())
}

struct EditOther: AddressableRoute, Equatable {
    typealias Output = Page
    static let address = RouteAddress(
        "photos/:photo/edit", .reads, from: EditOther(photo: ""), .path("photo", \.photo))
    var photo: String
}

struct Home: AddressableRoute, Equatable {
    typealias Output = Page
    static let address = RouteAddress("", .reads, from: Home())
}

@Suite("Addresses")
struct AddressTests {
    private let world = World()
    private let router: Router

    init() throws {
        let library = world.library
        router = try world.router(of: { routes in
            routes.serve(ShowPhotos.self, by: library) { Page(title: "photos \($1.limit)") }
            routes.serve(ShowPhoto.self, by: library) { Page(title: $1.photo) }
            routes.serve(DeletePhoto.self, by: library) { _, _ in Page(title: "deleted") }
            routes.serve(EditOther.self, by: library) { _, _ in Page(title: "other") }
            routes.serve(EditPhoto.self, by: library) { _, _ in Page(title: "latest") }
            routes.serve(Home.self, by: library) { _, _ in Page(title: "home") }
        })
    }

    private func failure(_ address: String) -> RouteError? {
        do throws(RouteError) {
            _ = try router.route(at: address)
            return nil
        } catch {
            return error
        }
    }

    @Test(
        "an address leads to its route, with the values that it does not name",
        arguments: [
            ("photos", ShowPhotos()), ("/photos", ShowPhotos()),
            ("photos?limit=5", ShowPhotos(limit: 5)),
            ("photos?size=large&limit=1000", ShowPhotos(limit: 1000, size: .large)),
            ("photos?after=a%20b%2Fc%26d", ShowPhotos(after: "a b/c&d")),
            ("photos?after=%25%32%35+", ShowPhotos(after: "%25+")),
            ("photos?after=", ShowPhotos(after: "")),
            ("photos?hidden=true", ShowPhotos(showsHidden: true)),
            ("p%68otos", ShowPhotos()),
        ])
    func addressLeadsToItsRoute(address: String, expected: ShowPhotos) throws {
        #expect(try router.route(at: address) as? ShowPhotos == expected)
    }

    @Test(
        "parameters of the path are decoded once",
        arguments: [
            ("photos/IMG_1", "IMG_1"), ("photos/a%2Fb", "a/b"), ("photos/%252F", "%2F"),
            ("photos/%C3%A9", "é"), ("photos/delete", "delete"), ("photos/...", "..."),
        ])
    func parametersOfThePathAreDecodedOnce(address: String, photo: String) throws {
        #expect(try router.route(at: address) as? ShowPhoto == ShowPhoto(photo: photo))
    }

    @Test("the empty path is an address", arguments: ["", "/"])
    func emptyPathIsAnAddress(address: String) throws {
        #expect(try router.route(at: address) is Home)
    }

    @Test(
        "a wrong parameter is an error that names its key",
        arguments: [
            ("photos?limti=5", RouteError.Code.unknownKey, "limti"),
            ("photos?limit=5&limit=5", .doubledKey, "limit"),
            ("photos?limit=5&l%69mit=6", .doubledKey, "limit"),
            ("photos?limit=0", .outOfRange, "limit"), ("photos?limit=1001", .outOfRange, "limit"),
            ("photos?limit=x", .invalidValue, "limit"), ("photos?limit=05", .invalidValue, "limit"),
            ("photos?limit=%2B5", .invalidValue, "limit"),
            ("photos?limit=", .invalidValue, "limit"),
            ("photos?limit=99999999999999999999", .invalidValue, "limit"),
            ("photos?size=huge", .invalidValue, "size"),
            ("photos?hidden=1", .invalidValue, "hidden"),
            ("photos?photo=1", .unknownKey, "photo"), ("photos/a?photo=b", .unknownKey, "photo"),
            ("photos/a/delete", .missingKey, "mode"),
        ])
    func wrongParameterIsNamed(address: String, code: RouteError.Code, key: String) throws {
        let error = try #require(failure(address))
        #expect(error.code == code && error.key == key)
        #expect("\(error)".contains("'\(key)'"))
    }

    @Test(
        "an address that breaks the syntax, or belongs to no route, is an error",
        arguments: [
            ("photos?", RouteError.Code.malformed), ("photos?limit", .malformed),
            ("photos?=5", .malformed), ("photos?limit=5&", .malformed),
            ("photos?after=%", .malformed), ("photos?after=%4", .malformed),
            ("photos?after=%zz", .malformed), ("photos?after=%FF", .malformed),
            ("photos#top", .malformed), ("photos?after=é", .malformed),
            ("photos?after=a b", .malformed),
            ("photos/%", .malformed), ("photos/", .malformed), ("photos/.", .malformed),
            ("photos/%2E%2e", .malformed), ("photos\n", .malformed),
            ("photos?after=\0", .malformed),
            ("photo", .unknownAddress), ("photos/a/b", .unknownAddress),
            ("//photos", .unknownAddress),
            ("photos//delete?mode=1", .malformed), ("PHOTOS", .unknownAddress),
            ("https://photos", .unknownAddress), ("%", .malformed),
            (String(repeating: "a/", count: 40) + "a", .unknownAddress),
        ])
    func otherAddressesAreErrors(address: String, code: RouteError.Code) {
        #expect(failure(address)?.code == code)
    }

    @Test("an address has at most 8 KiB, before and after it is decoded")
    func lengthIsLimited() throws {
        let longest = "photos?after=" + String(repeating: "a", count: 8192 - 13)
        #expect(try router.route(at: longest) is ShowPhotos)
        #expect(failure(longest + "a")?.code == .tooLong)
        #expect(throws: RouteError(.tooLong, route: nil)) {
            try ShowPhotos(after: String(repeating: " ", count: 3000)).addressText()
        }
    }

    @Test("a printed address leads back to an equal route")
    func printedAddressLeadsBack() throws {
        var random = SystemRandomNumberGenerator()
        let scalars = ["a", "/", "?", "&", "=", "%", "+", ".", "é", "写", "\u{0}", "\u{301}", " "]
        for _ in 0..<2000 {
            let text = (0...Int.random(in: 0...5)).map { _ in scalars.randomElement() ?? "" }
                .joined()
            let list = ShowPhotos(
                limit: .random(in: 1...1000, using: &random), size: Bool.random() ? .small : .large,
                after: Bool.random() ? text : nil, showsHidden: .random())
            let printed = try list.addressText()
            let parsed = try #require(try router.route(at: printed) as? ShowPhotos)
            #expect(parsed == list)
            #expect(try parsed.addressText() == printed)
            guard text != ".", text != ".." else { continue }
            let photo = ShowPhoto(photo: text)
            let found = try #require(try router.route(at: photo.addressText()) as? ShowPhoto)
            #expect(found.photo.unicodeScalars.elementsEqual(text.unicodeScalars))
        }
        #expect(try ShowPhotos().addressText() == "photos")
        #expect(
            try ShowPhotos(limit: 5, after: "a b").addressText() == "photos?limit=5&after=a%20b")
        #expect(
            try DeletePhoto(photo: "a/b", mode: 0).addressText() == "photos/a%2Fb/delete?mode=0")
        #expect(try Home().addressText() == "")
    }

    @Test("a value that no address can carry is not printed", arguments: ["", ".", ".."])
    func unprintableValuesAreErrors(photo: String) {
        #expect(throws: RouteError(.invalidValue, route: nil)) {
            try ShowPhoto(photo: photo).addressText()
        }
        #expect(throws: RouteError(.outOfRange, route: nil)) {
            try ShowPhotos(limit: 0).addressText()
        }
    }

    @Test("a literal segment precedes a parameter")
    func literalPrecedesAParameter() throws {
        #expect(try router.route(at: "photos/latest/edit") is EditPhoto)
        let other = try router.route(at: "photos/first/edit")
        #expect(other as? EditOther == EditOther(photo: "first"))
    }

    @Test("a route that writes needs the consent of the user")
    func writingNeedsAConfirmation() throws {
        let address = "photos/a/delete?mode=1"
        #expect(failure(address)?.code == .unconfirmed)
        #expect(throws: RouteError(.unconfirmed, route: nil)) { try router.path(to: address) }
        let route = try router.route(at: address, isConfirmed: true)
        #expect(route as? DeletePhoto == DeletePhoto(photo: "a", mode: 1))
    }

    @Test("the path to an address contains the routes behind it")
    func pathContainsTheRoutesBehind() throws {
        let path = try router.path(to: "photos/a")
        #expect(path.count == 2)
        #expect(path.first as? ShowPhotos == ShowPhotos())
        #expect(path.last as? ShowPhoto == ShowPhoto(photo: "a"))
        #expect(
            try router.path(to: "photos?limit=5").map { try $0.addressText() } == [
                "photos?limit=5"
            ])
        let deletion = try router.path(to: "photos/a/delete?mode=1", isConfirmed: true)
        #expect(
            try deletion.map { try $0.addressText() } == [
                "photos", "photos/a", "photos/a/delete?mode=1",
            ])
    }

    @Test("an error shows hostile text of an address escaped")
    func hostileTextIsEscaped() throws {
        let error = try #require(failure("photos?%1B%5B2J=1"))
        #expect("\(error)" == "the route ShowPhotos has no parameter '\\u{1B}[2J'")
    }
}
