// In a gallery of several accounts, a menu selects all of them or one.

/** @param {AccountView[]} accounts */
function drawAccounts(accounts) {
    const menu = byId("accounts", HTMLSelectElement);
    for (const name of ["", ...accounts.map(({ name }) => name)]) {
        const option = make("option");
        option.value = name;
        option.textContent = name || "All accounts";
        option.selected = name === (account?.name ?? "");
        menu.append(option);
    }
    menu.onchange = () => {
        const query = menu.value ? "?account=" + encodeURIComponent(menu.value) : "";
        location.assign(location.pathname + query);
    };
    menu.hidden = false;
}
