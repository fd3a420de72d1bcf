"""Plays at the page as a person does: by clicks on cards and buttons."""

from __future__ import annotations

from typing import Any

MOST_CLICKS = 400


def set_out(
    page: Any, preset: str, *plugins: str, seats: int = 3, seed: str = "7", player: str = "medium", **options: str
) -> None:
    """Open a table of these rules, as the form for a new game would; an option has `_` for `.`."""
    page.evaluate(
        """async ([preset, plugins, seats, seed, player, options]) => {
            const { state, openTable } = rummy500;
            const names = ["You", "Ada", "Bela", "Cleo", "Dan", "Egon"].slice(0, seats);
            const programs = Object.fromEntries(names.slice(1).map((_, n) => [n + 1, player]));
            const rules = { preset, plugins, options, seats, house_rule: false };
            await openTable({ ...state.setup, ...rules, names, programs, seed });
        }""",
        [preset, list(plugins), seats, seed, player, {name.replace("_", "."): each for name, each in options.items()}],
    )


def open_form(page: Any) -> None:
    """Open the form of a new game with all its rules."""
    page.get_by_role("button", name="New game").click()
    page.locator("dialog summary", has_text="More rules").click()


def settled(page: Any) -> None:
    """Wait until nothing that was sent is open; then the game is saved, too."""
    # Not `wait_for_function`: it evaluates text, which the page's content security policy forbids.
    page.evaluate("async () => { while (!rummy500.isIdle()) await new Promise((then) => setTimeout(then, 5)); }")


def follow(page: Any, link: str) -> None:
    """Open a link in the tab of the page, which takes it out of its address."""
    page.goto(link)
    page.evaluate("async () => { while (location.hash) await new Promise((then) => setTimeout(then, 5)); }")
    settled(page)


def play_out(page: Any) -> int:
    """Play to the end of the hand without clicks: draw, discard the first card that may go, let every call go.

    Returns:
        How many decisions the person had.
    """
    return int(
        page.evaluate(
            """async (most) => {
                const { state, host, isIdle } = rummy500;
                for (let decisions = 0; decisions < most; decisions += 1) {
                    while (!isIdle()) await new Promise((then) => setTimeout(then, 2));
                    if (!state.update.view) return decisions;
                    const { decision, kind } = state.update.waiting;
                    const legal = (state.update.legal?.kinds ?? []).flatMap(({ actions }) => actions);
                    const next = ["draw", "discard", "pass", "may-i decline"]
                        .flatMap((verb) => legal.filter(({ action }) => action.startsWith(verb)))[0];
                    if (next) host.send({ type: "submit", decision, action: next.action });
                    else if (kind === "window") host.send({ type: "let-go", decision });
                    else await host.call("go-on");
                }
                throw new Error("the hand did not end");
            }""",
            MOST_CLICKS,
        )
    )


def hand_of(page: Any) -> list[str]:
    """The cards of the person, as the wire names them."""
    return page.evaluate("rummy500.state.update.view.hand")  # type: ignore[no-any-return] # JSON


def is_over(page: Any) -> bool:
    return bool(page.locator(".bar.over").count())


def play_a_hand(page: Any) -> list[str]:
    """Play to the end of the hand, by the hints.

    Each hint is followed by clicks on the cards that it lights up, and on the button that they lead to.

    Returns:
        The lines of the buttons, in order.
    """
    played: list[str] = []
    for _ in range(MOST_CLICKS):
        settled(page)
        if is_over(page):
            return played
        page.keyboard.press("h")
        settled(page)
        hint = page.locator(".notice.news").inner_text()
        reason = page.locator(".notice.news .reason").inner_text()
        assert reason.endswith(".")
        line = hint.partition(reason)[0].strip().removeprefix("Hint: ").removesuffix(".")
        if line == "let it go":
            page.get_by_role("button", name="Let it go").click()
            played.append(line)
            continue
        places = page.evaluate(
            "[...document.querySelectorAll('button.card.hinted')].map(({ dataset }) => [dataset.zone, dataset.place])"
        )
        for zone, place in places:
            page.locator(f'button.card[data-zone="{zone}"][data-place="{place}"]').click()
        settled(page)
        buttons = page.locator(".bar .buttons button")
        texts = [text.strip() for text in buttons.all_inner_texts()]
        assert line in texts, f"hint {line!r} with {places} leads to {texts}, {page.locator('.bar').inner_text()!r}"
        buttons.nth(texts.index(line)).click()
        played.append(line)
    raise AssertionError(f"the hand did not end after {MOST_CLICKS} decisions")
