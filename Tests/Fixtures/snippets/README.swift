import CurlGateway
import DropboxFeed
import Foundation
import HTTPGateway
import PhotoFeed
import Scheduling
import Signals

@MainActor
final class FeedPresenter {
    func show(_ page: FeedPage) {}
}

@MainActor
func readme(url: HTTPURL, start: FeedStart, presenter: FeedPresenter) {
    // snippet 1
}
