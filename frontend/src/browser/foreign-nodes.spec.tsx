/** @jest-environment ./test/browser-environment.mjs */
import { afterEach, beforeAll, expect, test } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { tolerateForeignNodes } from './foreign-nodes.js';

beforeAll(() => tolerateForeignNodes());
afterEach(cleanup);

function textNodes(): Text[] {
  const found: Text[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) found.push(walker.currentNode as Text);
  return found;
}
/** Wraps each text as Chrome's translation does. */
const wrapTexts = (): void =>
  textNodes().forEach((text) => {
    const [outer, inner] = [document.createElement('font'), document.createElement('font')];
    text.replaceWith(outer);
    outer.append(inner);
    inner.append(text);
  });
/** Replaces each text node by a translated one, so that React's node is detached. */
const replaceTexts = (): void =>
  textNodes().forEach((text) => {
    const font = document.createElement('font');
    font.textContent = `(${text.data})`;
    text.replaceWith(font);
  });

const Save = ({
  busy,
  isLabelHidden = false,
}: {
  busy: boolean;
  isLabelHidden?: boolean;
}): ReactNode => (
  <button type="button">
    {busy && <svg data-testid="spinner" />}
    {!isLabelHidden && 'Save'}
    {busy && 'Saving'}
  </button>
);

test.each([
  ['wrapped', wrapTexts],
  ['replaced', replaceTexts],
])('a screen with texts that are %s stays, and shows and hides its parts', (_, translate) => {
  const { rerender } = render(<Save busy={false} />);
  translate();
  rerender(<Save busy />);
  expect(screen.getByTestId('spinner')).toBeTruthy();
  rerender(<Save busy isLabelHidden />);
  translate();
  rerender(<Save busy={false} />);
  expect(screen.queryByTestId('spinner')).toBeNull();
  expect(screen.getByRole('button').textContent).toContain('Save');
});

test('a removed text takes its foreign wrapper along', () => {
  const { rerender } = render(<Save busy={false} />);
  wrapTexts();
  rerender(<Save busy={false} isLabelHidden />);
  expect(screen.getByRole('button').childNodes).toHaveLength(0);
});
