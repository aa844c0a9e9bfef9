/// A set of colours for a page and for a terminal.
///
/// The colours are values, which are rendered to a style sheet (`styleSheet`) and to the control
/// sequences of a terminal (`TerminalStyle`).
package struct Theme: Equatable, Sendable {
    /// The name in style sheets and settings.
    package let name: String
    /// Whether the ground is dark.
    package let isDark: Bool
    /// Whether all texts have a contrast of 7 or more.
    package let hasHighContrast: Bool
    /// The colour behind everything.
    package let ground: Colour
    /// The colour of texts.
    package let ink: Colour
    /// The colour of texts of lower importance.
    package let soft: Colour
    /// The colour of a tile without a picture, and of controls.
    package let tile: Colour
    /// The colour of the ring around the element with the focus.
    package let focus: Colour

    /// Dark texts on a light ground.
    package static let light = Theme(
        name: "light", isDark: false, hasHighContrast: false, ground: Colour(0xFAF9F7),
        ink: Colour(0x1B1A18), soft: Colour(0x75716A), tile: Colour(0xECE8E1),
        focus: Colour(0x2F6BFF))
    /// Light texts on a dark ground.
    package static let dark = Theme(
        name: "dark", isDark: true, hasHighContrast: false, ground: Colour(0x121214),
        ink: Colour(0xF0EFF2), soft: Colour(0x96939C), tile: Colour(0x1F1F23),
        focus: Colour(0x7EA6FF))
    /// Black texts on white.
    package static let lightContrast = Theme(
        name: "light-contrast", isDark: false, hasHighContrast: true, ground: Colour(0xFFFFFF),
        ink: Colour(0x000000), soft: Colour(0x3A3A3A), tile: Colour(0xFFFFFF),
        focus: Colour(0x0000D0))
    /// White texts on black.
    package static let darkContrast = Theme(
        name: "dark-contrast", isDark: true, hasHighContrast: true, ground: Colour(0x000000),
        ink: Colour(0xFFFFFF), soft: Colour(0xD6D6D6), tile: Colour(0x000000),
        focus: Colour(0xFFFF00))

    /// All themes.
    package static let all = [light, dark, lightContrast, darkContrast]
}
