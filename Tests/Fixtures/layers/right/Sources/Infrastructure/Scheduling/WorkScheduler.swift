final class WorkScheduler {}
