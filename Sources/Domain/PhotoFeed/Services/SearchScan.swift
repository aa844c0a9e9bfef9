import Countries

/// The words of a search, for many items one after another.
///
/// It finds the same items as `SearchWord.matches(_:)`. The folder of successive items is compared
/// once, and a name in ASCII needs no allocation.
package struct SearchScan {
    private let words: [SearchWord]
    /// The folder of the last item; `nil` before the first one.
    private var folder: Int64?
    /// The path of the folder, and behind it the name of the last item, in lower case.
    private var path: [UInt8] = []
    private var folderLength = 0
    /// Whether the folder's path contains each word.
    private var isInFolder: [Bool] = []
    /// The countries of the places of recent items, each of which costs a microsecond.
    private var countries: [Countries.Cell: Int?] = [:]

    private static let keptCountries = 16_384

    /// Creates a search for items that have each of the words.
    package init(_ words: [SearchWord]) { self.words = words }

    /// Whether an item has each of the words.
    package mutating func matches(_ item: ScannedItem) -> Bool {
        var hasPath = false
        for index in words.indices {
            switch words[index].content {
            case .kind(let kind):
                guard item.kind == kind else { return false }
            case .near(let place, let kilometres):
                guard SearchWord.isNear(item.location, place, kilometres) else { return false }
            case .country(let country):
                guard self.country(of: item) == country else { return false }
            case .text(let bytes, let day, let country):
                if let day, day.contains(item.displayTime) { continue }
                if let country, self.country(of: item) == country { continue }
                if !hasPath { setPath(of: item) }
                hasPath = true
                guard isInFolder[index] || isAtEnd(bytes) else { return false }
            }
        }
        return true
    }

    private mutating func country(of item: ScannedItem) -> Int? {
        guard let place = item.location,
            let cell = Countries.Cell(latitude: place.latitude, longitude: place.longitude)
        else { return nil }
        if let known = countries[cell] { return known }
        if countries.count == Self.keptCountries { countries = [:] }
        let country = Countries.all.number(at: cell)
        countries.updateValue(country, forKey: cell)
        return country
    }

    private mutating func setPath(of item: ScannedItem) {
        if folder != item.folder {
            folder = item.folder
            path = Array(item.folderPath.searchForm.utf8)
            folderLength = path.count
            isInFolder = words.map { word in
                guard case .text(let bytes, _, _) = word.content else { return false }
                return path.withUnsafeBufferPointer { SearchWord.contains($0, from: 0, bytes) }
            }
        }
        path.removeLast(path.count - folderLength)
        var index = 0
        while index < item.name.count {
            let byte = item.name[index]
            guard byte < 0x80 else {
                path.removeLast(path.count - folderLength)
                path += String(decoding: item.name, as: UTF8.self).searchForm.utf8
                return
            }
            path.append(byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte)
            index += 1
        }
    }

    /// Whether the path contains a word that is not in the folder's path alone.
    private func isAtEnd(_ word: [UInt8]) -> Bool {
        let start = max(0, folderLength - word.count + 1)
        return path.withUnsafeBufferPointer { SearchWord.contains($0, from: start, word) }
    }
}
