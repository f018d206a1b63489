/** @jest-environment ./test/browser-environment.mjs */
import { afterEach, expect, test } from '@jest/globals';
import { cleanup, render } from '@testing-library/react';
import { TimeControls } from './time-controls.js';

afterEach(cleanup);

const times = [
  { day: '25 Nov', clock: '9:10 am' },
  { day: '30 Nov', clock: '4:48 pm' },
  { day: '30 Nov', clock: '4:51 pm' },
  { day: '30 Nov', clock: '10:43 pm' },
];

/** Texts below the ticks while an event is shown. */
function readTimesBelow(number: number): readonly (string | null)[] {
  cleanup();
  const { container } = render(
    <TimeControls
      count={times.length}
      number={number}
      valueText=""
      dayStarts={[1, 2]}
      timeOf={(event) => times[event - 1]}
      onSlide={() => undefined}
      comparedWith={undefined}
      onCompare={() => undefined}
    />,
  );
  return [...container.querySelectorAll('[aria-hidden] > .meta')].map((text) => text.textContent);
}

test('an end of the slider shows its day, or its time if the shown event has the same day', () => {
  expect(readTimesBelow(2)).toEqual(['30 Nov', '25 Nov', '10:43 pm']);
  expect(readTimesBelow(1)).toEqual(['25 Nov', '30 Nov']);
  expect(readTimesBelow(4)).toEqual(['30 Nov', '25 Nov']);
});
