import MediaFacts

func read(_ descriptor: Int32, _ bytes: [UInt8], ofLength length: Int64) {
    // snippet MediaFacts
}
