import ArgumentParser

/// The words that select a part of the feed, as in the search field of `serve`.
struct SearchOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Only those that match each of the words: a part of the path, a date such as 2024-05, "
                + "a country, kind:video, kind:photo, near:48.86,2.35 or country:fr.",
            valueName: "WORDS"))
    var search: String?
}
