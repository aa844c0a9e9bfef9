extension Browser {
    /// The sizes of windows in which the large view is examined: telephones, tablets, screens.
    private static let windows = [
        (390, 844), (844, 390), (768, 1_024), (1_280, 800), (1_920, 1_080),
    ]

    /// The pictures that the large view is examined with: wider and higher than each window, of
    /// usual proportions, and smaller than a window.
    package static let pictureSizes = [
        (8_000, 800), (800, 8_000), (1_600, 1_200), (1_200, 1_600), (40, 30),
    ]

    /// A picture of a size in few bytes: a GIF of which one pixel is drawn.
    package static func gif(_ width: Int, _ height: Int) -> [UInt8] {
        let size = [width, height].flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        return Array("GIF89a".utf8) + size + [0x80, 0, 0, 0xFF, 0, 0, 0, 0, 0]
            + [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B]
    }

    /// The faults of the open large view in windows of several sizes.
    ///
    /// The picture, or what stands for it, and each line below it must be inside the window. The
    /// picture keeps its proportions, and neither the caption nor a button covers it.
    package func largeViewFaults() throws -> [String] {
        try Self.windows.flatMap { width, height in
            try resize(width: width, height: height)
            let faults =
                try evaluate(Self.largeViewScript) as? [String] ?? ["the script returned nothing"]
            return faults.map { "\(width) × \(height): \($0)" }
        }
    }

    private static let largeViewScript = """
        (async () => {
            const frame = () => new Promise(requestAnimationFrame);
            await frame();
            await frame();
            const faults = [], stage = document.getElementById('stage').firstElementChild;
            const caption = document.querySelector('figcaption');
            const picture = stage.getBoundingClientRect();
            const { naturalWidth, naturalHeight } = stage;
            const isVisible = element => element.getClientRects().length > 0
                && element.checkVisibility({ visibilityProperty: true });
            const lines = [...caption.querySelectorAll('strong, span, a, button')];
            for (const element of [stage, caption, ...lines.filter(isVisible)]) {
                const { left, top, right, bottom } = element.getBoundingClientRect();
                if (Math.min(left, top, innerWidth - right, innerHeight - bottom) > -0.5) continue;
                const edges = [left, top, right, bottom].map(Math.round);
                faults.push(`${element.id || element.tagName} is outside: ${edges}`);
            }
            if (picture.width < 1 || picture.height < 1) faults.push('the picture is missing');
            if (caption.scrollWidth > caption.clientWidth) faults.push('the caption is too wide');
            const error = picture.width * naturalHeight - picture.height * naturalWidth;
            if (naturalWidth && Math.abs(error) > naturalWidth)
                faults.push(`the picture is drawn with ${picture.width} × ${picture.height}`);
            const others = [caption, ...document.querySelectorAll('#view > button')];
            for (const other of others.filter(isVisible)) {
                const { left, top, right, bottom } = other.getBoundingClientRect();
                const distance = Math.max(
                    left - picture.right, picture.left - right,
                    top - picture.bottom, picture.top - bottom);
                if (distance < -0.5) faults.push(`${other.id || other.tagName} covers the picture`);
            }
            return faults;
        })()
        """
}
