// The years at the edge of the window appear while the page scrolls.

let yearsTimer = 0;

function drawYears() {
    years.replaceChildren(...layout.years(keys, innerHeight).map(({ year, y, top }) => {
        const button = make("button");
        button.type = "button";
        button.textContent = String(Number(year));
        button.style.top = y + "px";
        button.dataset.year = year;
        button.onclick = () => goTo(top);
        return button;
    }));
}

/** @param {string} year */
function markYear(year) {
    for (const button of years.querySelectorAll("button"))
        button.classList.toggle("here", button.dataset.year === year);
}

function showYears() {
    years.classList.add("shown");
    clearTimeout(yearsTimer);
    yearsTimer = setTimeout(() => years.classList.remove("shown"), 1600);
}
