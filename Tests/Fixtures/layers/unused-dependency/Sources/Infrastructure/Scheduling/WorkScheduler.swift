// A comment is not an import: import CShim
final class WorkScheduler {}
