import Escaping

/// Finds the route of a path; immutable once it is built.
///
/// It is a tree of segments. Its edges are in one hash table without chains, keyed by the node
/// above and the bytes of the segment. A literal segment precedes a parameter. A path takes one
/// look-up for each segment, however many routes there are, and no memory for literal segments.
struct AddressIndex: Sendable {
    /// A found route: its number, and the ranges of the parameters in the path.
    struct Match: Equatable {
        let route: Int
        let parameters: [Range<Int>]
    }

    private struct Node {
        var route: Int32 = -1
        /// The node below a parameter; 0 for none, since the root is below no node.
        var parameter: Int32 = 0
    }

    private struct Edge {
        var above: Int32 = -1
        var below: Int32 = 0
        var start: Int32 = 0
        var count: Int32 = 0
    }

    private var nodes = [Node()]
    private var edges = [Edge](repeating: Edge(), count: 8)
    private var edgeCount = 0
    /// The bytes of all segments.
    private var bytes: [UInt8] = []

    init() {}

    /// Adds a route; the last one with a path counts.
    mutating func add(_ template: RouteTemplate, route: Int) {
        var node = 0
        for segment in template.segments {
            switch segment {
            case .literal(let text): node = child(of: node, Array(text.utf8))
            case .parameter:
                if nodes[node].parameter == 0 {
                    nodes[node].parameter = Int32(nodes.count)
                    nodes.append(Node())
                }
                node = Int(nodes[node].parameter)
            }
        }
        nodes[node].route = Int32(route)
    }

    private mutating func child(of node: Int, _ segment: [UInt8]) -> Int {
        segment.withUnsafeBufferPointer { segment in
            let slot = slot(of: node, segment)
            if edges[slot].above >= 0 { return Int(edges[slot].below) }
            edges[slot] = Edge(
                above: Int32(node), below: Int32(nodes.count), start: Int32(bytes.count),
                count: Int32(segment.count))
            bytes += segment
            nodes.append(Node())
            edgeCount += 1
            if 4 * edgeCount > 3 * edges.count { grow() }
            return nodes.count - 1
        }
    }

    private mutating func grow() {
        let former = edges.filter { $0.above >= 0 }
        edges = [Edge](repeating: Edge(), count: 2 * edges.count)
        bytes.withUnsafeBufferPointer { bytes in
            for edge in former {
                let range = Int(edge.start)..<Int(edge.start + edge.count)
                let slot = slot(of: Int(edge.above), UnsafeBufferPointer(rebasing: bytes[range]))
                edges[slot] = edge
            }
        }
    }

    /// The slot of an edge, or the empty one where it would be.
    private func slot(of node: Int, _ segment: UnsafeBufferPointer<UInt8>) -> Int {
        // FNV-1a; the program chooses the segments of the table, and the table is never full.
        var hash = 0xCBF2_9CE4_8422_2325 ^ UInt64(node)
        hash = hash &* 0x100_0000_01B3
        for byte in segment { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        var slot = Int(truncatingIfNeeded: hash ^ hash >> 32) & (edges.count - 1)
        while edges[slot].above >= 0, !isEdge(edges[slot], node, segment) {
            slot = (slot + 1) & (edges.count - 1)
        }
        return slot
    }

    private func isEdge(
        _ edge: Edge, _ node: Int, _ segment: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        guard Int(edge.above) == node, Int(edge.count) == segment.count else { return false }
        let start = Int(edge.start)
        for index in segment.indices where bytes[start + index] != segment[index] { return false }
        return true
    }
}

extension AddressIndex {
    /// Finds the route of a percent-encoded path without a leading slash.
    func match(_ path: UnsafeBufferPointer<UInt8>) -> Match? {
        var parameters: [Range<Int>] = []
        let route =
            path.isEmpty
            ? end(at: 0) : route(below: 0, path, from: 0, depth: 1, &parameters)
        return route.map { Match(route: $0, parameters: parameters) }
    }

    private func route(
        below node: Int, _ path: UnsafeBufferPointer<UInt8>, from start: Int, depth: Int,
        _ parameters: inout [Range<Int>]
    ) -> Int? {
        guard depth <= RouteTemplate.mostSegments else { return nil }
        var end = start
        var isEncoded = false
        while end < path.count, path[end] != UInt8(ascii: "/") {
            if path[end] == UInt8(ascii: "%") { isEncoded = true }
            end += 1
        }
        if let child = literal(below: node, path, start..<end, isEncoded: isEncoded),
            let route = rest(below: child, path, from: end, depth, &parameters)
        {
            return route
        }
        let parameter = Int(nodes[node].parameter)
        guard parameter != 0 else { return nil }
        parameters.append(start..<end)
        if let route = rest(below: parameter, path, from: end, depth, &parameters) { return route }
        parameters.removeLast()
        return nil
    }

    private func rest(
        below node: Int, _ path: UnsafeBufferPointer<UInt8>, from end: Int, _ depth: Int,
        _ parameters: inout [Range<Int>]
    ) -> Int? {
        guard end == path.count else {
            return route(below: node, path, from: end + 1, depth: depth + 1, &parameters)
        }
        return self.end(at: node)
    }

    private func end(at node: Int) -> Int? {
        nodes[node].route < 0 ? nil : Int(nodes[node].route)
    }

    private func literal(
        below node: Int, _ path: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, isEncoded: Bool
    ) -> Int? {
        let segment = UnsafeBufferPointer(rebasing: path[range])
        if !isEncoded { return child(of: node, segment) }
        guard let decoded = PercentEncoding.decode(segment) else { return nil }
        return decoded.withUnsafeBufferPointer { child(of: node, $0) }
    }

    private func child(of node: Int, _ segment: UnsafeBufferPointer<UInt8>) -> Int? {
        let slot = slot(of: node, segment)
        return edges[slot].above < 0 ? nil : Int(edges[slot].below)
    }
}
