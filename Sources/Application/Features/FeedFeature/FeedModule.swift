package import CommandLineProgram

/// The feature of the feed: fetches the photos of an account, and shows them.
package struct FeedModule: CommandModule {
    package let commands: [any ProgramCommand.Type] = [
        SyncCommand.self, FeedCommand.self, GalleryCommand.self,
    ]

    package init() {}
}
