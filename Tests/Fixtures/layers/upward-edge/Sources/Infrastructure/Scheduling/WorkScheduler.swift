import PhotoFeed

final class WorkScheduler {}
