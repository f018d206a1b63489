/**
 * A button that goes with what it did takes the focus with it, and whoever uses the keyboard would
 * begin at the top of the page again: the heading of what is open has it then, once all is drawn
 * and the dialog that asked is gone.
 */
export function keepFocus(): void {
  setTimeout(() => {
    const closing = document.activeElement?.closest('[data-closed]');
    const over = [...(closing?.getAnimations({ subtree: true }) ?? [])].map(
      ({ finished }) => finished,
    );
    void Promise.allSettled(over).then(() => setTimeout(toHeading));
  });
}

function toHeading(): void {
  const holder = document.activeElement;
  if (holder && holder !== document.body && !holder.closest('[data-closed]')) return;
  const heading = [...document.querySelectorAll<HTMLElement>('h1, [data-open] h2')].at(-1);
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
