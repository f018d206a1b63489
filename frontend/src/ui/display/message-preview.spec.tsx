/** @jest-environment ./test/browser-environment.mjs */
import { expect, test } from '@jest/globals';
import { render } from '@testing-library/react';
import { MessagePreview } from './message-preview.js';

test.each([
  ['*Solar kit 5 kW*\nFor a roof', ['Solar kit 5 kW']],
  ['Now *₹82,353*, was *₹90,000*.', ['₹82,353', '₹90,000']],
  ['2278*1134*35 mm', []],
  ['540 W * 10 = 5.4 kW * 2', []],
  ['*', []],
])('shows %j in bold where WhatsApp does, and every other star', (text, bold) => {
  const { container } = render(<MessagePreview label="Text" text={text} />);
  expect(Array.from(container.querySelectorAll('b'), (each) => each.textContent)).toEqual(bold);
  expect(container.textContent).toBe(
    bold.reduce((all, each) => all.replace(`*${each}*`, each), text),
  );
});
