extension Browser {
    /// The faults of the visible page, or of its open dialog, that a script can find.
    ///
    /// - Controls, pictures and dialogs without a name; identifiers that occur twice; a page
    ///   without a language, or whose first heading is not of level 1.
    /// - Text with a contrast below 4.5, or below 3 if it is large (WCAG 2.2, 1.4.3). A text over a
    ///   picture or a gradient is left out.
    /// - Controls below 24 pixels in width and height (2.5.8).
    ///
    /// It replaces no person: most criteria cannot be computed.
    package func accessibilityFaults() throws -> [String] {
        try evaluate(Self.accessibilityScript) as? [String] ?? ["the script returned nothing"]
    }

    /// Presses Tab until the focus leaves the page or returns, and describes each element.
    ///
    /// The description ends with `!` if the element has no visible outline, or comes before its
    /// predecessor in the document.
    package func tabStops(limit: Int = 40) throws -> [String] {
        var stops: [String] = []
        try evaluate("window.lastTabStop = null; window.firstTabStop = null")
        while stops.count < limit {
            try press("Tab", code: 9)
            guard let stop = try evaluate(Self.focusScript) as? String else { break }
            stops.append(stop)
        }
        return stops
    }

    private static let focusScript = """
        (() => {
            const element = document.activeElement, last = window.lastTabStop;
            if (element === document.body || element === window.firstTabStop) return null;
            window.firstTabStop ??= element;
            window.lastTabStop = element;
            const style = getComputedStyle(element);
            const isBefore = last && (last.compareDocumentPosition(element)
                & Node.DOCUMENT_POSITION_FOLLOWING) === 0;
            const isOutlined = style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0;
            return (element.id || element.className || element.tagName)
                + (isBefore || !isOutlined ? '!' : '');
        })()
        """

    private static let accessibilityScript = #"""
        (() => {
            const faults = [];
            const scope = document.querySelector('dialog[open]') ?? document.body;
            const isVisible = element => {
                const { width, height } = element.getBoundingClientRect();
                return width > 0 && height > 0 && element.checkVisibility(
                    { visibilityProperty: true, opacityProperty: true });
            };
            const describe = element => element.tagName.toLowerCase()
                + (element.id ? '#' + element.id : '')
                + (element.className ? '.' + String(element.className).replaceAll(' ', '.') : '');
            const nameOf = element => {
                const labels = (element.getAttribute('aria-labelledby') ?? '').split(' ')
                    .map(id => document.getElementById(id)?.textContent ?? '').join(' ').trim();
                const isField = /^(INPUT|SELECT|TEXTAREA)$/.test(element.tagName);
                return (labels || element.getAttribute('aria-label')
                    || [...element.labels ?? []].map(label => label.textContent).join(' ')
                    || element.getAttribute('alt') || (isField ? '' : element.textContent)
                    || element.title || '').trim();
            };
            const all = [scope, ...scope.querySelectorAll('*')].filter(isVisible);
            const controls = 'button, a[href], input, select, textarea, video, dialog, [tabindex], '
                + '[role=slider], [role=button]';
            for (const element of all.filter(element => element.matches(controls))) {
                if (element.getAttribute('tabindex') === '-1' && element.tagName !== 'BUTTON'
                    && element.tagName !== 'DIALOG') continue;
                if (!nameOf(element)) faults.push('no name: ' + describe(element));
                if (element.closest('[aria-hidden=true]'))
                    faults.push('hidden control: ' + describe(element));
                const { width, height } = element.getBoundingClientRect();
                if (element.tagName !== 'A' && Math.min(width, height) < 24)
                    faults.push(`small: ${describe(element)} ${width} × ${height}`);
            }
            for (const image of all.filter(element => element.tagName === 'IMG'))
                if (!image.hasAttribute('alt')) faults.push('no alt: ' + describe(image));
            const ids = [...document.querySelectorAll('[id]')].map(element => element.id);
            for (const id of ids.filter((id, index) => ids.indexOf(id) !== index))
                faults.push('id twice: ' + id);
            if (!document.documentElement.lang) faults.push('no language');
            if (!document.title) faults.push('no title');
            if (document.querySelector('h1, h2, h3')?.tagName !== 'H1')
                faults.push('no first heading');
            if (document.querySelectorAll('main').length !== 1) faults.push('not one main');

            const parse = text => {
                const numbers = (text.match(/-?[\d.]+(e-?\d+)?/g) ?? []).map(Number);
                const factor = text.startsWith('color(') ? 255 : 1;
                return [...numbers.slice(0, 3).map(value => value * factor), numbers[3] ?? 1];
            };
            const over = ([r, g, b, alpha], below) =>
                [r, g, b].map((value, index) => value * alpha + below[index] * (1 - alpha));
            const groundOf = element => {
                const layers = [];
                for (let at = element; at; at = at.parentElement) {
                    const style = getComputedStyle(at);
                    if (style.backgroundImage !== 'none') return null;
                    layers.push(parse(style.backgroundColor));
                    if (layers.at(-1)[3] === 1) break;
                }
                return layers.reverse()
                    .reduce((below, layer) => over(layer, below), [255, 255, 255]);
            };
            const luminance = colour => {
                const [r, g, b] = colour.map(value => {
                    const part = value / 255;
                    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
                });
                return 0.2126 * r + 0.7152 * g + 0.0722 * b;
            };
            for (const element of all) {
                const hasText = [...element.childNodes].some(node =>
                    node.nodeType === Node.TEXT_NODE && node.data.trim());
                if (!hasText || element.matches(':disabled, option')) continue;
                const ground = groundOf(element), style = getComputedStyle(element);
                if (!ground) continue;
                const text = luminance(over(parse(style.color), ground)), back = luminance(ground);
                const ratio = (Math.max(text, back) + 0.05) / (Math.min(text, back) + 0.05);
                const size = parseFloat(style.fontSize);
                const isLarge = size >= 24 || size >= 18.66 && Number(style.fontWeight) >= 700;
                if (ratio < (isLarge ? 3 : 4.5))
                    faults.push(`contrast ${ratio.toFixed(2)}: ${describe(element)}`);
            }
            return faults;
        })()
        """#
}
