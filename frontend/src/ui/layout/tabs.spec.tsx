/** @jest-environment ./test/browser-environment.mjs */
import { afterEach, expect, test } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { TabView } from './tabs.js';

afterEach(cleanup);

function Visits() {
  const [tab, setTab] = useState('upcoming');
  return (
    <TabView
      label="Visits"
      tabs={[
        { value: 'upcoming', label: 'Upcoming' },
        { value: 'completed', label: 'Completed' },
        { value: 'cancelled', label: 'Cancelled' },
      ]}
      value={tab}
      onValue={setTab}
      end={tab === 'completed' && <button type="button">Map</button>}
    >
      {tab}
    </TabView>
  );
}

test('arrow keys go on past a tab that has controls at the end of the row', async () => {
  render(<Visits />);
  await userEvent.click(screen.getByRole('tab', { name: 'Upcoming' }));
  await userEvent.keyboard('{ArrowRight}');
  expect(screen.getByRole('button', { name: 'Map' })).toBeDefined();
  expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Completed' }));
  await userEvent.keyboard('{ArrowRight}');
  expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Cancelled' }));
  expect(screen.queryByRole('button', { name: 'Map' })).toBeNull();
});
