/// `gallery.css`, embedded in the program, so that the program can be copied as one file.
enum GalleryStyle {
    static let text = #"""
        :root {
            --ground: #faf9f7; --ink: #1b1a18; --soft: #75716a; --line: #e5e1da;
            --tile: #ece8e1; --focus: #2f6bff; --edge: 28px;
        }
        @media (prefers-color-scheme: dark) {
            :root {
                --ground: #121214; --ink: #f0eff2; --soft: #96939c; --line: #2a2a2f;
                --tile: #1f1f23; --focus: #7ea6ff;
            }
        }
        @media (min-width: 1000px) { :root { --edge: 48px; } }
        @media (max-width: 640px) { :root { --edge: 12px; } }
        * { box-sizing: border-box; }
        html { overflow-y: scroll; }
        html:has(dialog[open]) { overflow: hidden; }
        body {
            margin: 0; background: var(--ground); color: var(--ink);
            font: 15px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans",
                "DejaVu Sans", sans-serif;
            -webkit-font-smoothing: antialiased;
        }
        button { font: inherit; color: inherit; border: 0; padding: 0; background: none; }
        bdi { unicode-bidi: isolate; }

        header { padding: 44px var(--edge) 14px; }
        h1 {
            margin: 0; font-size: clamp(26px, 4.2vw, 40px); line-height: 1.15; font-weight: 700;
            letter-spacing: -0.022em; overflow-wrap: anywhere;
        }
        #summary { margin: 6px 0 0; color: var(--soft); }
        #missing:not(:empty) { margin: 12px 0 0; }
        .notice { padding: 18vh var(--edge); text-align: center; color: var(--soft); }

        main { position: relative; margin: 0 var(--edge) 64px; }
        section { position: absolute; left: 0; right: 0; contain: layout style; }
        h2 {
            position: sticky; top: 0; z-index: 2; height: 58px;
            margin: 0 calc(-1 * var(--edge)); padding: 20px var(--edge) 0;
            font-size: 19px; line-height: 28px; font-weight: 650; letter-spacing: -0.01em;
            background: color-mix(in srgb, var(--ground) 84%, transparent);
            -webkit-backdrop-filter: blur(14px); backdrop-filter: blur(14px);
        }
        h2 span { margin-inline-start: 8px; font-size: 14px; font-weight: 400; color: var(--soft); }
        .grid { position: relative; }

        .tile {
            position: absolute; overflow: hidden; cursor: pointer; border-radius: 8px;
            background: var(--tile);
        }
        .tile img {
            width: 100%; height: 100%; object-fit: cover; display: block; opacity: 0;
            transition: opacity 0.25s, transform 0.35s cubic-bezier(0.2, 0.7, 0.2, 1);
        }
        .tile img.ready { opacity: 1; }
        .tile:hover img.ready { transform: scale(1.045); }
        .tile::after {
            content: ""; position: absolute; inset: 0; border-radius: inherit;
            box-shadow: inset 0 0 0 1px rgb(0 0 0 / 0.07);
        }
        .tile:focus-visible {
            outline: 3px solid var(--focus); outline-offset: 2px; z-index: 1;
        }
        .badge {
            position: absolute; right: 8px; bottom: 8px; z-index: 1; width: 26px; height: 26px;
            border-radius: 50%; background: rgb(0 0 0 / 0.55);
        }
        .badge::before {
            content: ""; position: absolute; left: 10px; top: 7.5px;
            border: solid transparent; border-width: 5.5px 0 5.5px 9px; border-left-color: #fff;
        }

        .drawn {
            position: absolute; inset: 0; display: grid; place-content: center; gap: 6px;
            padding: 10px; text-align: center; color: #fff;
            background: linear-gradient(145deg,
                hsl(var(--hue) 34% 52%), hsl(calc(var(--hue) + 46) 38% 34%));
        }
        .drawn b { font-size: 17px; letter-spacing: 0.09em; font-weight: 700; }
        .drawn bdi {
            display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2;
            overflow: hidden; overflow-wrap: anywhere; font-size: 11.5px; line-height: 1.35;
            opacity: 0.85;
        }

        #years { position: fixed; top: 0; right: 4px; bottom: 0; width: 0; z-index: 3; }
        #years button {
            position: absolute; right: 0; padding: 1px 7px; cursor: pointer; border-radius: 9px;
            font-size: 11px; line-height: 16px; font-variant-numeric: tabular-nums;
            color: var(--soft); background: color-mix(in srgb, var(--ground) 86%, transparent);
            opacity: 0; pointer-events: none; transition: opacity 0.2s;
        }
        #years.shown button, #years button:focus-visible { opacity: 1; pointer-events: auto; }
        #years button:hover { color: var(--ink); }
        #years button.here { color: var(--ground); background: var(--ink); }
        #years button:focus-visible { outline: 2px solid var(--focus); }

        dialog {
            inset: 0; width: 100%; height: 100%; max-width: none; max-height: none; margin: 0;
            padding: 0; border: 0; overflow: hidden; outline: 0; color: #f4f3f5;
            background: #0b0b0d; touch-action: pan-y pinch-zoom;
        }
        dialog::backdrop { background: #0b0b0d; }
        #ambient {
            position: absolute; inset: -12%; width: 124%; height: 124%; object-fit: cover;
            filter: blur(64px) saturate(1.25) brightness(0.42);
        }
        #ambient:not([src]) { display: none; }
        figure {
            position: absolute; inset: 0; margin: 0; display: grid;
            grid-template-rows: minmax(0, 1fr) auto;
        }
        #stage { position: relative; margin: 60px 84px 0; display: grid; place-items: center; }
        #stage img {
            display: block; object-fit: contain; border-radius: 6px;
            box-shadow: 0 18px 60px rgb(0 0 0 / 0.5);
        }
        #stage .drawn {
            position: static; width: min(60vmin, 420px); height: min(60vmin, 420px);
            border-radius: 14px;
        }
        #stage .drawn b { font-size: 40px; }
        figcaption { padding: 18px 24px 24px; text-align: center; text-wrap: balance; }
        figcaption strong {
            display: block; max-height: 4.4em; overflow: hidden; font-weight: 600;
            overflow-wrap: anywhere;
        }
        figcaption span {
            display: block; font-size: 13.5px; color: rgb(255 255 255 / 0.66);
            overflow-wrap: anywhere;
        }
        #position {
            position: absolute; left: 24px; top: 21px; font-size: 13px;
            font-variant-numeric: tabular-nums; color: rgb(255 255 255 / 0.66);
        }
        dialog button {
            position: absolute; width: 44px; height: 44px; border-radius: 50%; cursor: pointer;
            background: rgb(255 255 255 / 0.1); transition: background 0.15s;
        }
        dialog button:hover { background: rgb(255 255 255 / 0.24); }
        dialog button:focus-visible { outline: 2px solid #fff; outline-offset: 2px; }
        dialog button:disabled { visibility: hidden; }
        #close { right: 16px; top: 12px; }
        #close::before, #close::after {
            content: ""; position: absolute; left: 14px; top: 21px; width: 16px; height: 2px;
            border-radius: 1px; background: #fff; transform: rotate(45deg);
        }
        #close::after { transform: rotate(-45deg); }
        #previous { left: 16px; top: calc(50% - 44px); }
        #next { right: 16px; top: calc(50% - 44px); }
        #previous::before, #next::before {
            content: ""; position: absolute; left: 19px; top: 17px; width: 10px; height: 10px;
            border: solid #fff; border-width: 0 0 2px 2px; transform: rotate(45deg);
        }
        #next::before { left: 15px; transform: rotate(225deg); }
        @media (max-width: 640px) {
            header { padding-top: 28px; }
            .tile { border-radius: 4px; }
            #stage { margin: 64px 0 0; }
            #stage img { border-radius: 0; }
            #previous, #next { display: none; }
        }
        @media (prefers-reduced-motion: reduce) { * { transition: none !important; } }
        @media print { #years { display: none; } }

        """#
}
