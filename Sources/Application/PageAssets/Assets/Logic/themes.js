/**
 * The themes of the style sheet, with the names in the menu; the empty one follows the system.
 */
const THEMES = [
    ["", "Colours of the system"], ["light", "Light"], ["dark", "Dark"],
    ["light-contrast", "Light, high contrast"], ["dark-contrast", "Dark, high contrast"],
];

/**
 * The theme that is stored; that of the system for an unknown one.
 *
 * @param {string | null} stored
 */
function themeNamed(stored) {
    return THEMES.find(([name]) => name === stored)?.[0] ?? "";
}
