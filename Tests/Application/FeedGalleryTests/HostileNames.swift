/// Names that try to be something else: paths, markup, script, escape sequences, or too much.
enum HostileNames {
    static let all: [String] = traversal + control + direction + markup + script + odd

    private static let traversal = [
        "", ".", "..", "../escape.jpg", "../../../../etc/passwd", "/etc/passwd", "a/../../b.jpg",
        "..\\..\\windows.jpg", "C:\\boot.ini", "%2e%2e%2fescape.jpg", "%252e%252e%252f", "~/.ssh",
        "....//....//escape.jpg", "photo.jpg/..", "//server/share.jpg", "file:///etc/passwd", "-rf",
    ]

    private static let control = [
        "a\u{0}b.jpg", "line\nbreak.jpg", "carriage\rreturn.jpg", "tab\tstop.jpg",
        "\u{7F}\u{8}.jpg",
        "\u{1B}[2J\u{1B}[31mred.jpg", "\u{1B}]0;title\u{7}.jpg", "\u{9B}31m.jpg", "\u{85}next.jpg",
        "\u{2028}line\u{2029}paragraph.jpg",
    ]

    private static let direction = [
        "photo\u{202E}gpj.exe", "\u{202D}left.jpg", "\u{2066}isolate.jpg", "\u{2069}\u{2069}.jpg",
        "\u{200F}right.jpg", "\u{61C}arabic.jpg", "\u{FEFF}mark.jpg", "שלום עולם.jpg",
        "صورة من البحر.jpg", "abc אבג def.jpg",
    ]

    private static let markup = [
        "<img src=x onerror=document.title='pwned'>", "<script>document.title='pwned'</script>",
        "</script><script>document.title='pwned'</script>", "</title><script>alert(1)</script>",
        "\"><svg onload=document.title='pwned'>", "' onmouseover='document.title=1' x='",
        "<!--", "-->", "]]>", "<![CDATA[", "&lt;b&gt;", "&#60;script&#62;",
        "<style>*{display:none}",
        "<base href=//evil.example>", "<meta http-equiv=refresh content=0>", "<iframe src=//x>",
        "<a href=javascript:document.title='pwned'>x</a>", "</bdi></h1><b>bold</b>.jpg",
    ]

    private static let script = [
        "\"];document.title='pwned';[\"", "\\\"];document.title='pwned';//", "\\", "\\u003cscript",
        "${document.title='pwned'}", "`;document.title='pwned';`", "*/document.title='pwned'/*",
        "__proto__", "constructor", "toString", "javascript:document.title='pwned'", "{{7*7}}",
    ]

    private static let odd = [
        "CON", "NUL.jpg", "photo.jpg.", " photo.jpg ", "..jpg", "写真🌅.jpg", "e\u{301}.jpg",
        "👨‍👩‍👧‍👦.jpg", "\u{FFFD}\u{FFFE}.jpg", "a'b\"c`d.jpg", "100%.jpg", "#hash?query=1.jpg",
        String(repeating: "long ", count: 14_000),
        "e" + String(repeating: "\u{301}", count: 35_000),
        String(repeating: "\u{202E}", count: 20_000), String(repeating: "<b>", count: 20_000),
    ]
}
