/// An order of numbered nodes in which each comes after those that it needs, and the cycles.
struct NeedOrder {
    private(set) var order: [Int] = []
    /// A cycle for each need that leads back to a node on the way to it.
    private(set) var cycles: [[Int]] = []

    private let needs: [[Int]]
    private var isVisited: [Bool]
    /// The nodes on the way to the one that is visited.
    private var path: [Int] = []

    init(_ needs: [[Int]]) {
        self.needs = needs
        isVisited = Array(repeating: false, count: needs.count)
        for node in needs.indices { visit(node) }
    }

    private mutating func visit(_ node: Int) {
        if let start = path.firstIndex(of: node) { return cycles.append(Array(path[start...])) }
        guard !isVisited[node] else { return }
        isVisited[node] = true
        path.append(node)
        for need in needs[node] { visit(need) }
        path.removeLast()
        order.append(node)
    }
}
