@_spi(Internal) import Hummingbird

/// Hummingbird's router of paths, without its requests and responses.
struct PathTrie {
    private let trie: RouterTrie<Int>

    init(_ paths: [String]) {
        let builder = RouterPathTrieBuilder<Int>()
        for path in paths { builder.addEntry("\(path)", value: 1) }
        trie = builder.build()
    }

    /// Returns the parameter `key` of the path that `address` leads to.
    func parameter(_ key: String, of address: String) -> String? {
        trie.resolve(address)?.parameters.get(key)
    }
}
