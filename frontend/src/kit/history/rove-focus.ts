import type { KeyboardEvent } from 'react';

/** Marks a button or link of a list that is one stop of the Tab key. */
export const tabStopAttributes = (isStop: boolean) => ({
  'data-rove': '',
  tabIndex: isStop ? 0 : -1,
});

/** Moves the focus within a list by the arrow keys: hundreds of rows are one stop of Tab. */
export function roveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined || !(event.target instanceof Element)) return;
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-rove]')];
  const index = items.findIndex((item) => item === event.target);
  const next = index === -1 ? items[0] : items[index + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
