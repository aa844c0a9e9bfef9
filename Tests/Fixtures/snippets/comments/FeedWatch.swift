import FeedWatch

func watching() {
    // snippet FeedWatch
}
