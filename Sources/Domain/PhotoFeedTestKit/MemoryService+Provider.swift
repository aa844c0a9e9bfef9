package import PhotoFeed

extension MemoryService {
    /// The service as a provider.
    package var provider: FeedProvider {
        FeedProvider(
            name: "memory", displayName: "Memory",
            hosts: FeedHosts(name: "memory.example", addresses: [], domains: []),
            credentialForm: .password, thumbnailSizes: [],
            capabilities: FeedCapabilities(
                hasStableIDs: false, hasCaseSensitivePaths: true, changes: .tags,
                hasContentHashes: false)
        ) { [self] connection in
            let credential = connection.credential
            return FeedFetchers(
                nodes: MemoryNodeFetcher(
                    service: self, credential: credential, home: connection.home),
                accounts: MemoryAccountFetcher(service: self, credential: credential))
        }
    }
}
