/// An order of numbered nodes in which each comes after those that it needs, and the cycles.
///
/// It follows Tarjan's algorithm for strongly connected components, which finds each component
/// after those that it leads to. It uses a list in place of recursion, so that a long chain of
/// needs does not fill the stack.
struct NeedOrder {
    private(set) var order: [Int] = []
    /// A shortest cycle of each component with more than one node, and each need of itself.
    private(set) var cycles: [[Int]] = []

    private let needs: [[Int]]
    private var indices: [Int?]
    private var lowest: [Int]
    private var isOpen: [Bool]
    private var open: [Int] = []
    private var lastIndex = 0

    init(_ needs: [[Int]]) {
        self.needs = needs
        indices = Array(repeating: nil, count: needs.count)
        lowest = Array(repeating: 0, count: needs.count)
        isOpen = Array(repeating: false, count: needs.count)
        for node in needs.indices where indices[node] == nil { search(from: node) }
    }

    private mutating func search(from root: Int) {
        enter(root)
        var path: [(node: Int, next: Int)] = [(root, 0)]
        while let (node, next) = path.last {
            if next < needs[node].count {
                path[path.count - 1].next += 1
                let need = needs[node][next]
                if indices[need] == nil {
                    enter(need)
                    path.append((need, 0))
                } else if isOpen[need] {
                    lowest[node] = min(lowest[node], lowest[need])
                }
            } else {
                path.removeLast()
                if let user = path.last?.node { lowest[user] = min(lowest[user], lowest[node]) }
                if lowest[node] == indices[node] { close(through: node) }
            }
        }
    }

    private mutating func enter(_ node: Int) {
        lastIndex += 1
        indices[node] = lastIndex
        lowest[node] = lastIndex
        isOpen[node] = true
        open.append(node)
    }

    private mutating func close(through node: Int) {
        var component: [Int] = []
        while let member = open.popLast() {
            isOpen[member] = false
            component.append(member)
            if member == node { break }
        }
        order += component
        if component.count > 1 || needs[node].contains(node) {
            cycles.append(shortestCycle(in: Set(component)))
        }
    }

    /// Returns a shortest cycle through the first node of a component.
    private func shortestCycle(in component: Set<Int>) -> [Int] {
        let first = component.min() ?? 0
        var origin: [Int: Int] = [:]
        var queue = [first]
        var position = 0
        while position < queue.count {
            let node = queue[position]
            position += 1
            for need in needs[node] where component.contains(need) {
                if need == first {
                    var cycle = [node]
                    while let user = origin[cycle[0]] { cycle.insert(user, at: 0) }
                    return cycle
                }
                if origin[need] == nil {
                    origin[need] = node
                    queue.append(need)
                }
            }
        }
        return [first]
    }
}
