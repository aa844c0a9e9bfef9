extension Theme {
    /// The rules of a style sheet for all themes.
    ///
    /// Without the attribute `data-theme` of the page, the settings of the system choose: light or
    /// dark, and more contrast. With it, the theme of this name applies.
    package static var styleSheet: String {
        let system = all.map { theme in
            var conditions = ["(prefers-color-scheme: \(theme.isDark ? "dark" : "light"))"]
            if theme.hasHighContrast { conditions.append("(prefers-contrast: more)") }
            return "@media \(conditions.joined(separator: " and ")) {\n"
                + theme.rule(of: ":root:not([data-theme])") + "}\n"
        }
        return (system + all.map { $0.rule(of: ":root[data-theme=\"\($0.name)\"]") }).joined()
    }

    private func rule(of selector: String) -> String {
        """
        \(selector) {
            color-scheme: \(isDark ? "dark" : "light");
            --ground: \(ground.css); --ink: \(ink.css); --soft: \(soft.css);
            --tile: \(tile.css); --focus: \(focus.css);
        }

        """
    }
}
