import BrowserTestKit

func openPage() throws {
    // snippet Browser
}
