// The start of the page, and the events of its window.

byId("summary", HTMLElement).textContent = summaryText(part);
if (data.accounts) drawAccounts(data.accounts);
layOut(part.months);
if (layout.total) {
    measure();
    render();
    addEventListener("scroll", () => { renderInNextFrame(); showYears(); }, { passive: true });
    let width = innerWidth, height = innerHeight;
    addEventListener("resize", () => {
        if (innerWidth === width && innerHeight === height) return;
        width = innerWidth;
        height = innerHeight;
        resize();
    });
    addEventListener("popstate", () => perform(steps.arrived(location.hash, isMarked())));
    perform(steps.began(location.hash, isMarked()));
} else {
    const notice = make("p", "notice");
    notice.textContent = "The library contains no photos or videos. "
        + "Run photopark sync, then photopark gallery again.";
    main.append(notice);
}
