/**
 * A button that goes with what it did takes the focus with it, and whoever uses the keyboard would begin at the top of the page again:
 * the heading of what is open has it then, once all is drawn.
 */
export function keepFocus(): void {
  setTimeout(() => {
    if (document.activeElement && document.activeElement !== document.body) return;
    const heading = [...document.querySelectorAll<HTMLElement>('h1, [role="dialog"] h2, [role="alertdialog"] h2')].at(-1);
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  });
}
