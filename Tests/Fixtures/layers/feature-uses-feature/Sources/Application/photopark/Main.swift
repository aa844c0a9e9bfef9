import FeedFeature

@main
struct Main {
    static func main() { print(FeedModule.self, modules) }
}
