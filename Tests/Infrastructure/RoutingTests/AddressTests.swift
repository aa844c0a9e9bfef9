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
        "photos", .external(.reads), from: ShowPhotos(),
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
        "photos/:photo", .external(.reads), from: ShowPhoto(photo: ""), .path("photo", \.photo))
    var photo: String
    var parent: (any AddressableRoute)? { ShowPhotos() }
}

struct DeletePhoto: AddressableRoute, Equatable {
    typealias Output = Page
    static let address = RouteAddress(
        "photos/:photo/delete", .external(.writes), from: DeletePhoto(photo: "", mode: 0),
        .path("photo", \.photo), .query("mode", \.mode, in: 0...1, required: true))
    var photo: String
    var mode: Int
    var parent: (any AddressableRoute)? { ShowPhoto(photo: photo) }
}

struct Inspect: AddressableRoute {
    typealias Output = Int
    static let address = RouteAddress(
        "inspect/:level", .program, from: Inspect(level: 0), .path("level", \.level, in: 0...9))
    var level: Int
}

struct ShowNumber: AddressableRoute {
    typealias Output = Int
    static let address = RouteAddress("number", .external(.reads), from: ShowNumber())
    var parent: (any AddressableRoute)? { Inspect(level: 1) }
}

struct Endless: AddressableRoute {
    typealias Output = Int
    static let address = RouteAddress("endless", .external(.reads), from: Endless())
    var parent: (any AddressableRoute)? { Endless() }
}

struct Home: AddressableRoute, Equatable {
    typealias Output = Page
    static let address = RouteAddress("", .external(.reads), from: Home())
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
            routes.serve(DeletePhoto.self, by: library) { library, route in
                library.calls.append("delete \(route.photo)")
                return Page(title: "deleted")
            }
            routes.serve(Inspect.self, by: library) { $1.level }
            routes.serve(ShowNumber.self, by: library) { _, _ in 7 }
            routes.serve(Endless.self, by: library) { _, _ in 8 }
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
            ("photos/a/delete?mode=2", .outOfRange, "mode"),
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
            ("https://photos", .unknownAddress), ("%", .unknownAddress),
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

    @Test("only an external route is reached by an address")
    func onlyExternalRoutesAreReached() throws {
        #expect(failure("inspect/3")?.code == .notExternal)
        #expect(try Inspect(level: 3).addressText() == "inspect/3")
        #expect(throws: RouteError(.notExternal, route: nil)) { try router.confirm("inspect/3") }
        #expect(throws: RouteError(.notExternal, route: nil)) { try router.path(to: "inspect/3") }
        let probe = world.probe(router.open("inspect/3", as: Int.self))
        world.clock.runUntilIdle()
        #expect(probe.code == .notExternal)
    }

    @Test("an address calls its route, for a caller that handles its output")
    func addressCallsItsRoute() throws {
        func open<Output: Sendable>(_ address: String, as: Output.Type) -> Probe<Output, RouteError>
        {
            let probe = world.probe(router.open(address, as: Output.self))
            world.clock.runUntilIdle()
            return probe
        }
        #expect(open("photos?limit=5", as: Page.self).values == [Page(title: "photos 5")])
        #expect(open("number", as: Int.self).values == [7])
        #expect(open("number", as: Page.self).code == .wrongOutput)
        #expect(open("photos?limit=x", as: Page.self).error?.key == "limit")
    }

    @Test("a route that writes needs a confirmation, which is valid once and for one address")
    func writingNeedsAConfirmation() throws {
        let address = "photos/a/delete?mode=1"
        func delete(_ address: String, _ confirmation: RouteConfirmation?) -> RouteError.Code? {
            let probe = world.probe(
                router.open(address, as: Page.self, confirmedBy: confirmation))
            world.clock.runUntilIdle()
            return probe.code
        }
        #expect(delete(address, nil) == .unconfirmed)
        #expect(delete(address, RouteConfirmation(text: "")) == .unconfirmed)
        let confirmation = try router.confirm(address)
        #expect(delete("photos/b/delete?mode=1", confirmation) == .unconfirmed)
        #expect(delete("photos/a/delete?mode=0", confirmation) == .unconfirmed)
        #expect(try world.library(\.calls).isEmpty)
        let form = RouteConfirmation(text: confirmation.text)
        #expect(delete("/photos/%61/delete?mode=1", form) == nil)
        #expect(delete(address, confirmation) == .unconfirmed)
        #expect(try world.library(\.calls) == ["delete a"])
        #expect(confirmation.text.count == 32 && !"\(confirmation)".contains(confirmation.text))
    }

    @Test("sixty-four confirmations are kept, and the oldest gives way")
    func oldConfirmationsGiveWay() throws {
        let address = "photos/a/delete?mode=1"
        let issued = try (0...64).map { _ in try router.confirm(address) }
        #expect(Set(issued).count == 65)
        #expect(throws: RouteError(.unconfirmed, route: nil)) {
            try router.route(at: address, confirmedBy: issued[0])
        }
        #expect(try router.route(at: address, confirmedBy: issued[1]) is DeletePhoto)
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
        let confirmation = try router.confirm("photos/a/delete?mode=1")
        let deletion = try router.path(to: "photos/a/delete?mode=1", confirmedBy: confirmation)
        #expect(
            try deletion.map { try $0.addressText() } == [
                "photos", "photos/a", "photos/a/delete?mode=1",
            ])
    }

    @Test("a path through an internal or writing route, or without an end, is an error")
    func wrongPathsAreErrors() {
        #expect(throws: RouteError(.unconfirmed, route: nil)) {
            try router.path(to: "photos/a/delete?mode=1")
        }
        #expect(throws: RouteError(.notExternal, route: nil)) { try router.path(to: "number") }
        #expect(throws: RouteError(.loop, route: nil)) { try router.path(to: "endless") }
    }

    @Test("an error shows hostile text of an address escaped")
    func hostileTextIsEscaped() throws {
        let error = try #require(failure("photos?%1B%5B2J=1"))
        #expect("\(error)" == "the route ShowPhotos has no parameter '\\u{1B}[2J'")
    }
}
