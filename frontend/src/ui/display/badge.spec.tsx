/** @jest-environment ./test/browser-environment.mjs */
import { afterEach, expect, test } from '@jest/globals';
import { cleanup, render } from '@testing-library/react';
import { DueBadge } from './badge.js';

afterEach(cleanup);

test('only the days up to tomorrow are coloured', () => {
  const fillOf = (days: number): string => {
    const { firstElementChild } = render(<DueBadge days={days} />).container;
    return (firstElementChild as HTMLElement).style.getPropertyValue('--s');
  };
  expect([-4, -1, 0, 1, 2, 4].map(fillOf)).toEqual([
    'var(--color-orange-soft)',
    'var(--color-orange-soft)',
    'var(--color-red-soft)',
    'var(--color-yellow-soft)',
    'var(--color-grey-soft)',
    'var(--color-grey-soft)',
  ]);
});
