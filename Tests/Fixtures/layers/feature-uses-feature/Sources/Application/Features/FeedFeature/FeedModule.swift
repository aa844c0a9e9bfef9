package struct FeedModule {}
