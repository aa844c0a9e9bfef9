import Testing

@testable import Routing

@Suite("The index of addresses")
struct AddressIndexTests {
    private func match(_ path: String, in index: AddressIndex) -> AddressIndex.Match? {
        var path = path
        return path.withUTF8 { index.match($0) }
    }

    @Test("a literal segment precedes a parameter, and the search goes back where it must")
    func literalPrecedesAParameter() {
        var index = AddressIndex()
        let paths = [
            "a", "a/b", ":x", "a/:x", "a/b/c", "a/:x/d", ":x/:y/e", "a/:x/:y", ":x/b/f", "",
        ]
        for (number, path) in paths.enumerated() {
            index.add(RouteTemplate(path), route: number)
        }
        func route(_ path: String) -> String? {
            match(path, in: index).map { paths[$0.route] }
        }
        #expect(route("a") == "a" && route("b") == ":x")
        #expect(route("a/b") == "a/b" && route("a/c") == "a/:x")
        #expect(route("a/b/c") == "a/b/c" && route("a/b/d") == "a/:x/d")
        #expect(route("a/b/x") == "a/:x/:y" && route("a/b/e") == "a/:x/:y")
        #expect(route("b/b/e") == ":x/:y/e" && route("b/b/f") == ":x/b/f")
        #expect(route("") == "" && route("b/b/g") == nil && route("a/b/c/d") == nil)
        #expect(match("b/cd/e", in: index)?.parameters == [0..<1, 2..<4])
    }

    @Test("a thousand routes with parameters are found, and no others")
    func manyRoutesAreFound() {
        var index = AddressIndex()
        for number in 0..<1000 {
            index.add(RouteTemplate("group\(number % 10)/item\(number)/:id/edit"), route: number)
        }
        for number in 0..<1000 {
            let found = match("group\(number % 10)/item\(number)/7/edit", in: index)
            #expect(found?.route == number && found?.parameters.count == 1)
            #expect(match("group\((number + 1) % 10)/item\(number)/7/edit", in: index) == nil)
        }
    }
}
