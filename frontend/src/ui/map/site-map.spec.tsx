/** @jest-environment ./test/browser-environment.mjs */
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import {
  act,
  cleanup,
  createEvent,
  fireEvent,
  render,
  screen,
  waitFor,
  within,
} from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { ZoneProvider } from '../display/figures.js';
import { namesOfPins } from './map-names.js';
import { type Pin, SiteMap } from './site-map.js';

/** Elements of jsdom have no size, and a map without a size shows nothing. */
const size = { clientWidth: 800, clientHeight: 400 };
beforeAll(() => {
  for (const [name, value] of Object.entries(size))
    Object.defineProperty(HTMLElement.prototype, name, { configurable: true, value });
  // Leaflet restores the page's scroll position when the map gets the focus.
  window.scrollTo = () => undefined;
  globalThis.ResizeObserver ??= class {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  };
});
afterEach(cleanup);
afterAll(() => {
  for (const name of Object.keys(size)) Reflect.deleteProperty(HTMLElement.prototype, name);
});

const baner = { lat: 18.559, lng: 73.7868 };
const mumbai = { lat: 19.0748, lng: 72.8856 };
const visit = (id: number, who: string, at = baner): Pin => ({
  id: String(id),
  ...at,
  label: who,
  to: `/leads/${who}`,
  day: '2020-03-02',
});
const visits = (count: number): string => `${count} visits`;

let show: (pins: readonly Pin[]) => void;
function openMap(first: readonly Pin[]) {
  function Page() {
    const [pins, setPins] = useState(first);
    show = (nextPins) => act(() => setPins(nextPins));
    return <SiteMap label="Visits" pins={pins} counted={visits} />;
  }
  const routes = [
    { path: '/', element: <Page /> },
    { path: '/leads/:leadId', element: <h1>A lead</h1> },
  ];
  const router = createMemoryRouter(routes);
  render(<RouterProvider router={router} />);
  return { user: userEvent.setup(), path: () => router.state.location.pathname };
}
const markButton = (name: string): HTMLElement => screen.getByRole('button', { name });

test('a pin is a labelled button that opens its record by keyboard alone', async () => {
  const { user, path } = openMap([visit(1, 'Asha')]);
  markButton('Asha').focus();
  await user.keyboard(' ');
  const list = await screen.findByRole('dialog', { name: '1 visits' });
  expect(within(list).getByRole('link').textContent).toBe('AshaMon, 2 Mar 2020');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.activeElement).toBe(markButton('Asha'));
  await user.keyboard('{Enter}');
  await user.click(await screen.findByRole('link', { name: /Asha/ }));
  expect(path()).toBe('/leads/Asha');
});

test('the Space key on a mark does not scroll the page', () => {
  openMap([visit(1, 'Asha')]);
  const space = createEvent.keyDown(markButton('Asha'), { key: ' ' });
  fireEvent(markButton('Asha'), space);
  expect(space.defaultPrevented).toBe(true);
});

test('redrawing keeps marks and their focus; the focus of a removed mark moves to the map', async () => {
  openMap([visit(2, 'Asha'), visit(1, 'Ravi', mumbai)]);
  const asha = markButton('Asha');
  asha.focus();
  show([visit(3, 'Meera'), visit(2, 'Asha'), visit(1, 'Ravi', mumbai)]);
  expect(await screen.findByRole('button', { name: '2 visits: Meera, Asha' })).toBe(asha);
  expect(document.activeElement).toBe(asha);
  show([visit(1, 'Ravi', mumbai)]);
  await screen.findByRole('button', { name: 'Ravi' });
  expect(asha.isConnected).toBe(false);
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Visits' }));
});

test('visits to one site are one mark with a number; an inseparable group lists its names up to a limit', async () => {
  const { user } = openMap([
    visit(6, 'Asha'),
    visit(5, 'Ravi'),
    visit(4, 'Asha'),
    visit(3, 'Asha'),
    visit(2, 'Ravi'),
    visit(1, 'Anil'),
  ]);
  await user.click(markButton('6 visits: Asha (3), Ravi (2), Anil'));
  const list = await screen.findByRole('dialog', { name: '6 visits' });
  expect(
    within(list)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href')),
  ).toEqual(['/leads/Asha', '/leads/Ravi', '/leads/Anil']);
  show(Array.from({ length: 60 }, (_, number) => visit(60 - number, `Lead ${number}`)));
  expect(await within(list).findByText('and 10 more')).toBeDefined();
  expect(within(list).getAllByRole('link')).toHaveLength(50);
});

test('a separable group zooms in when pressed', async () => {
  const { user } = openMap([
    visit(3, 'Asha', { lat: 18.5595, lng: 73.7868 }),
    visit(2, 'Ravi'),
    visit(1, 'Anil', mumbai),
  ]);
  markButton('2 visits: Asha, Ravi').focus();
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('button', { name: 'Asha' })).toBeDefined();
  expect(document.activeElement).toBe(markButton('Ravi'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('two towns with one name get two labels, and a town beside a city gets its own', () => {
  const towns = namesOfPins(
    [
      { lat: 22.08, lng: 82.14, town: 'Bilaspur' },
      { lat: 22.1, lng: 82.16, town: 'Bilaspur' },
      { lat: 31.34, lng: 76.76, town: 'Bilaspur' },
      { lat: 19.2, lng: 72.97, town: 'Thane' },
      { ...mumbai, town: 'mumbai' },
      mumbai,
    ],
    'town',
  );
  expect(towns.map(({ name, at }) => [name, Math.round(at[0])])).toEqual([
    ['Bilaspur', 22],
    ['Bilaspur', 31],
    ['Thane', 19],
    ['mumbai', 19],
  ]);
  render(
    <SiteMap
      label="Visits"
      pins={[visit(2, 'Asha', mumbai), visit(1, 'Ravi', { lat: 19.2, lng: 72.97 })]}
      counted={visits}
      names={towns}
    />,
  );
  const names = [...document.querySelectorAll('.site-name')].map(({ textContent }) => textContent);
  expect(names).toContain('Thane');
  expect(names).toContain('Mumbai');
  expect(names).not.toContain('mumbai');
});

test('the newest stop is labelled "Last seen" today, and "Last stop" on a past day', () => {
  const today = new Date().toISOString().slice(0, 10);
  const map = (day: string) =>
    render(
      <ZoneProvider value="UTC">
        <SiteMap
          label="Visits"
          pins={[{ ...visit(1, 'Asha'), day, stop: 1, time: '9:30 am' }]}
          counted={visits}
          isRoute
        />
      </ZoneProvider>,
    );
  map(today);
  expect(document.querySelector('.site-names')?.textContent).toBe('Last seen · 9:30 am Asha');
  cleanup();
  map('2020-03-02');
  expect(document.querySelector('.site-names')?.textContent).toBe('Last stop · 9:30 am Asha');
  expect(markButton('9:30 am Asha, Last stop')).toBeTruthy();
});

const route: readonly Pin[] = [
  { ...visit(2, 'Asha', { lat: 19.0748, lng: 73.0856 }), stop: 2, time: '11 am' },
  { ...visit(1, 'Ravi', mumbai), stop: 1, time: '9 am' },
];
const readSigns = (): readonly (string | null)[] =>
  screen
    .queryAllByRole('list', { name: 'Signs on the map' })
    .flatMap((list) => within(list).getAllByRole('listitem'))
    .map(({ lastChild }) => lastChild?.textContent ?? null);

test('each leg of a route has an arrow in its direction', () => {
  render(<SiteMap label="Visits" pins={route} counted={visits} isRoute />);
  const arrows = [...document.querySelectorAll<SVGElement>('.site-leg svg')];
  // eastwards
  expect(arrows.map(({ style }) => style.transform)).toEqual(['rotate(0deg)']);
});

test('the leg to the stop whose row in the list is hovered stands out', () => {
  const map = (hoveredIds: readonly string[]) => (
    <SiteMap label="Visits" pins={route} counted={visits} isRoute hoveredIds={hoveredIds} />
  );
  const { rerender } = render(map(['2']));
  const readClasses = () => ({
    leg: document.querySelector('.site-trace')!.classList.contains('is-hovered'),
    map: screen.getByRole('region', { name: 'Visits' }).classList.contains('has-hovered-leg'),
  });
  expect(readClasses()).toEqual({ leg: true, map: true });
  // no leg leads to the first stop
  rerender(map(['1']));
  expect(readClasses()).toEqual({ leg: false, map: false });
});

test('a mark of several stops names their numbers', () => {
  render(
    <SiteMap
      label="Visits"
      pins={[
        { ...visit(3, 'Asha'), stop: 3, time: '11 am' },
        { ...visit(2, 'Ravi', { lat: 18.9, lng: 73.7868 }), stop: 2, time: '10 am' },
        { ...visit(1, 'Asha'), stop: 1, time: '9 am' },
      ]}
      counted={visits}
      isRoute
    />,
  );
  const dots = [...document.querySelectorAll('.site-dot')].map(({ textContent }) => textContent);
  expect(dots.toSorted()).toEqual(['1 · 3', '2']);
});

const readDots = (): readonly (string | null)[] =>
  [...document.querySelectorAll('.site-dot')].map(({ textContent }) => textContent).toSorted();

test('marks have the numbers of their rows, runs as ranges', () => {
  const rowAt = (rowNumber: number, at = baner): Pin => ({
    ...visit(rowNumber, `Lead ${rowNumber}`, at),
    rowNumber,
  });
  openMap([rowAt(1), rowAt(2, mumbai), rowAt(3), rowAt(4), rowAt(5)]);
  expect(readDots()).toEqual(['1 · 3–5', '2']);
  expect(readSigns()).toEqual([
    'Number in the list',
    'Several visits. Select to see them',
    'Main roads, simplified',
  ]);
  show([rowAt(1), rowAt(3), rowAt(5), rowAt(7), rowAt(9)]);
  expect(readDots()).toEqual(['1 … 9']);
});

test('marks that would hide each other are one mark', () => {
  // the stops fill the height of the map, so that 36 pixels are 0.05°
  const stopAt = (number: number, lat: number, lng: number): Pin => ({
    ...visit(number, `Lead ${number}`, { lat, lng }),
    stop: number,
    time: `${number} pm`,
  });
  const shared = [stopAt(1, 18.5, 73.8), stopAt(3, 18.5, 73.8), stopAt(5, 18.86, 73.8)];
  const openRoute = (beside: number) =>
    render(
      <SiteMap
        label="Visits"
        pins={[...shared, stopAt(2, 18.5, 73.8 + beside)]}
        counted={visits}
        isRoute
      />,
    );
  openRoute(0.07);
  expect(readDots()).toEqual(['1 · 3', '2', '5']);
  cleanup();
  openRoute(0.05);
  expect(readDots()).toEqual(['1–3', '5']);
});

test('stops of one mark have no leg between them, and others lead to the mark', () => {
  const near = { lat: mumbai.lat, lng: mumbai.lng + 0.000_1 };
  render(
    <SiteMap
      label="Visits"
      pins={[
        { ...visit(3, 'Asha', { lat: 19.0748, lng: 73.0856 }), stop: 3, time: '11 am' },
        { ...visit(2, 'Ravi', near), stop: 2, time: '10 am' },
        { ...visit(1, 'Meera', mumbai), stop: 1, time: '9 am' },
      ]}
      counted={visits}
      isRoute
    />,
  );
  const dots = [...document.querySelectorAll('.site-dot')].map(({ textContent }) => textContent);
  expect(dots.toSorted()).toEqual(['1 · 2', '3']);
  expect(document.querySelectorAll('.site-trace')).toHaveLength(1);
});

test('the legend names only what is on the map', async () => {
  const { user } = openMap([visit(2, 'Asha'), visit(1, 'Ravi', { lat: 28.61, lng: 77.21 })]);
  expect(readSigns()).toEqual(['One visit', 'Main roads, simplified']);
  show([visit(3, 'Meera'), visit(2, 'Asha'), visit(1, 'Ravi')]);
  expect(readSigns()).toEqual(['Several visits. Select to see them', 'Main roads, simplified']);
  // a near view has no roads, and no mark between Delhi and Pune
  for (let presses = 0; presses < 6 && readSigns().length > 0; presses++)
    await user.click(screen.getByRole('button', { name: 'Zoom in' }));
  expect(readSigns()).toEqual([]);
  cleanup();
  render(<SiteMap label="Visits" pins={route} counted={visits} isRoute />);
  expect(readSigns()).toEqual(['Order of stops, not the road', 'Main roads, simplified']);
});

test('a near view beside a bend of a road has no road in its legend', () => {
  openMap([visit(1, 'Asha', { lat: 18.87, lng: 73.56 })]);
  expect(readSigns()).toEqual(['One visit']);
});

test('a far stop is a pill on the edge of the map, which shows it when pressed', async () => {
  const views: (readonly string[])[] = [];
  const onView = (ids: readonly string[]): void => void views.push(ids);
  const satara = { lat: 17.69, lng: 74 };
  render(
    <SiteMap
      label="Visits"
      pins={[
        { ...visit(3, 'Anil'), stop: 3, time: '11 am' },
        { ...visit(2, 'Ravi', { lat: 18.5, lng: 73.8 }), stop: 2, time: '10 am' },
        { ...visit(1, 'Asha', satara), stop: 1, time: '9 am', town: 'Satara' },
      ]}
      counted={visits}
      isRoute
      onView={onView}
    />,
  );
  expect(views.at(-1)).toEqual(['3', '2']);
  await userEvent.click(screen.getByRole('button', { name: /^1 Satara, 9\d.\d\skm$/ }));
  await waitFor(() => expect(screen.queryByRole('button', { name: /Satara/ })).toBeNull());
  expect(views.at(-1)).toEqual(['3', '2', '1']);
});
