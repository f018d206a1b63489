/** @jest-environment ./test/browser-environment.mjs */
import { afterEach, expect, test } from '@jest/globals';
import { cleanup, render } from '@testing-library/react';
import { DueBadge } from './badge.js';

afterEach(cleanup);

const isStrong = (days: number): boolean => {
  const { firstElementChild } = render(<DueBadge days={days} />).container;
  return firstElementChild!.classList.contains('bg-(--k)');
};

test('only an overdue day is strong, so that it looks more urgent than today', () => {
  expect([-4, -1, 0, 1, 4].map(isStrong)).toEqual([true, true, false, false, false]);
});

test('only the days up to tomorrow are coloured', () => {
  const fillOf = (days: number): string => {
    const { firstElementChild } = render(<DueBadge days={days} />).container;
    return (firstElementChild as HTMLElement).style.getPropertyValue('--s');
  };
  expect([1, 2, 4].map(fillOf)).toEqual([
    'var(--color-yellow-soft)',
    'var(--color-grey-soft)',
    'var(--color-grey-soft)',
  ]);
});
