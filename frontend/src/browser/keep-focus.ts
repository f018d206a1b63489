/**
 * Focuses the open heading after a button disappeared with its action, so that keyboard users keep
 * their place.
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
