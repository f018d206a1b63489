/**
 * Focuses the heading of the page or dialog when the focused button is removed, so that keyboard
 * users keep their place.
 */
export function keepFocus(): void {
  // Waits until React has rendered the action's result, and a dialog is marked as closed.
  setTimeout(() => {
    const closing = document.activeElement?.closest('[data-closed]');
    const animations = [...(closing?.getAnimations({ subtree: true }) ?? [])].map(
      ({ finished }) => finished,
    );
    // Waits until the closed dialog has given the focus back to its opener, if that still exists.
    void Promise.allSettled(animations).then(() => setTimeout(focusHeading));
  });
}

function focusHeading(): void {
  const holder = document.activeElement;
  if (holder && holder !== document.body && !holder.closest('[data-closed]')) return;
  const heading = [...document.querySelectorAll<HTMLElement>('h1, [data-open] h2')].at(-1);
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
