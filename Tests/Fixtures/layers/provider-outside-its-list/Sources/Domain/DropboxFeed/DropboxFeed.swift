import PhotoFeed
