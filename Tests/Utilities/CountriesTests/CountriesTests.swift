import Testing

@testable import Countries

/// The countries of places, and their names.
@Suite struct CountriesTests {
    private let all = Countries.all

    private func name(_ latitude: Double, _ longitude: Double) -> String? {
        all.number(latitude: latitude, longitude: longitude).map { all.countries[$0].names[0] }
    }

    @Test(arguments: [
        (48.86, 2.35, "France"), (52.52, 13.41, "Germany"), (40.42, -3.70, "Spain"),
        (55.75, 37.62, "Russia"), (35.68, 139.69, "Japan"), (-33.87, 151.21, "Australia"),
        (37.57, 126.98, "South Korea"), (40.71, -74.01, "United States of America"),
        (64.15, -21.94, "Iceland"), (-22.91, -43.17, "Brazil"), (-34.6, -58.38, "Argentina"),
        (30.04, 31.24, "Egypt"), (1.29, 103.85, "Singapore"), (41.9, 12.48, "Italy"),
        (41.91, 12.43, "Vatican"), (43.765, 7.42, "Monaco"), (35.9, 14.5, "Malta"),
        (-29.3, 27.5, "Lesotho"), (-25.75, 28.2, "South Africa"), (47.14, 9.52, "Liechtenstein"),
        (21.31, -157.86, "United States of America"), (59.33, 18.07, "Sweden"),
        (42.5, 1.5, "Andorra"), (-80, 20, "Antarctica"), (66.5, -179, "Russia"),
    ])
    func aPlaceHasItsCountry(_ latitude: Double, _ longitude: Double, _ country: String) {
        #expect(name(latitude, longitude) == country)
    }

    @Test func aPlaceInTheSeaOrNotOnTheEarthHasNone() {
        let places: [(Double, Double)] = [
            (0, -30), (30, -50), (-30, 80), (0, -140), (40, 170), (55, 4), (35, 18), (15, 65),
            (91, 0), (0, 181), (-Double.infinity, 0), (0, Double.nan),
        ]
        for (latitude, longitude) in places {
            #expect(name(latitude, longitude) == nil, "\(latitude), \(longitude)")
        }
    }

    @Test func namesAreFoundWithoutRegardToCaseAndSpaces() {
        for (name, country) in [
            ("france", "France"), ("NEW-ZEALAND", "New Zealand"), ("new zealand", "New Zealand"),
            ("Côte d’Ivoire", "Ivory Coast"), ("cote-d'ivoire", "Ivory Coast"),
            ("usa", "United States of America"), ("uk", "United Kingdom"),
            ("Türkiye", "Turkey"), ("são-tomé-and-principe", "Sao Tome and Principe"),
        ] {
            let found = all.number(named: name).map { all.countries[$0].names[0] }
            #expect(found == country, "\(name)")
        }
        #expect(all.number(named: "") == nil && all.number(named: "fr") == nil)
        #expect(all.number(code: "NZ") == all.number(named: "New Zealand"))
        #expect(all.number(code: "") == nil && all.number(code: "xx") == nil)
    }

    @Test func eachCountryHasANameAndClosedOutlinesOnTheEarth() {
        #expect(all.countries.count == 238)
        for country in all.countries {
            #expect(!country.names.isEmpty && country.names.allSatisfy { !$0.isEmpty })
            #expect(country.code.isEmpty || country.code.utf8.count == 2)
            #expect(!country.rings.isEmpty, "\(country.names)")
            #expect(abs(country.box.west) <= 9_000 && abs(country.box.east) <= 9_000)
            #expect(abs(country.box.south) <= 4_500 && abs(country.box.north) <= 4_500)
        }
        #expect(all.rings.allSatisfy { $0.points.count >= 6 && $0.points.count.isMultiple(of: 2) })
        #expect(all.rings.last?.points.upperBound == all.points.count)
    }
}
