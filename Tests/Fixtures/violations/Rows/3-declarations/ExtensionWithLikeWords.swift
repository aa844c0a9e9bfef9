// An extension without the attribute has a member with labels that look like an exemption.
// stops: lint
// says: extension of the @Schedulable class 'Clock' lacks @SchedulableExtension

import Scheduling
import World

enum ExtensionWithLikeWords {
    enum Kind { case `static` }

    #if WRONG
        @Schedulable
        final class Clock {}
    #else
        @Schedulable
        final class Clock {}
    #endif
}

#if WRONG
    extension ExtensionWithLikeWords.Clock {
        func tick(_ kind: ExtensionWithLikeWords.Kind = .static, class name: String) {}
    }
#else
    @SchedulableExtension
    extension ExtensionWithLikeWords.Clock {
        func tick(_ kind: ExtensionWithLikeWords.Kind = .static, class name: String) {}
    }
#endif
