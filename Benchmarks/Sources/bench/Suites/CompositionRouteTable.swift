import Routing
import Scheduling

/// Adds at most `count` types of routes to a table, and one route with a parameter in its address.
func numberedRoutes(_ count: Int, on scheduler: any Scheduler) -> RouteTable {
    let service = SchedulerBound(on: scheduler) { 1 }
    let table = RouteTable()
    table.add("bench") { routes in
        routes.serve(ShowMeta.self, by: service) { service, route in service }
        for number in 0..<count {
            let digits = [1000, 100, 10, 1].map { Digits.all[number / $0 % 10] }
            serve(digits[0], digits[1], digits[2], digits[3], by: service, &routes)
        }
    }
    return table
}

private func serve<A: Digit, B: Digit, C: Digit, D: Digit>(
    _ a: A.Type, _ b: B.Type, _ c: C.Type, _ d: D.Type, by service: SchedulerBound<Int>,
    _ routes: inout ModuleRoutes
) {
    routes.serve(Numbered<A, B, C, D>.self, by: service) { service, route in service }
}

/// The route whose address is measured.
struct ShowMeta: AddressableRoute {
    typealias Output = Int
    static let address = RouteAddress(
        "photos/:photo/meta", .external(.reads), from: ShowMeta(photo: ""), .path("photo", \.photo))
    var photo: String
}

/// One of ten thousand types of routes, named by four digits.
private struct Numbered<A: Digit, B: Digit, C: Digit, D: Digit>: AddressableRoute {
    typealias Output = Int
    static var address: RouteAddress<Self> {
        RouteAddress("g\(A.value)\(B.value)/r\(C.value)\(D.value)", .program, from: Self())
    }
}
