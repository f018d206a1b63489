/** @jest-environment ./test/browser-environment.mjs */
import { beforeEach, expect, jest, test } from '@jest/globals';
import { crashForm } from '#domain/kernel/crash.forms.js';
import { CrashReports } from './crash-reports.js';

const routes = [{ path: 'dashboard' }, { children: [{ path: 'leads/:leadId' }] }, { path: '*' }];
let sent: Blob[];
let reports: CrashReports;

beforeEach(() => {
  sent = [];
  navigator.sendBeacon = (_, body) => sent.push(body as Blob) > 0;
  history.replaceState({}, '', '/dashboard');
  document.head.innerHTML = '<script type="module" src="/assets/app-B_DqDEIZ.js"></script>';
  reports = new CrashReports(routes);
});

const read = (blob: Blob): Promise<unknown> =>
  new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(JSON.parse(String(reader.result)));
    reader.readAsText(blob);
  });

test.each([
  [
    'Chrome',
    '\n    at Phone (https://crm.example/assets/first.js:1:2)\n    at div (<anonymous>)\n    at Card',
  ],
  ['Firefox and Safari', 'Phone@https://crm.example/assets/first.js:1:2\ndiv@unknown:0:0\nCard'],
])('sends class, build, route pattern and components: %s', async (_, componentStack) => {
  history.replaceState({}, '', '/leads/018f2d3c-0000-7000-8000-000000000001?q=Rajesh');
  reports.report(new TypeError('Rajesh Patil is no number'), { componentStack });
  const crash = await read(sent[0]!);
  expect(crash).toEqual({
    error: 'TypeError',
    build: 'B_DqDEIZ',
    screen: '/leads/:leadId',
    components: ['Phone', 'div', 'Card'],
  });
  expect(crashForm.parse(crash)).toEqual(crash);
});

test.each(['/', '/nowhere/42', '/dashboard'])(
  'sends only data that the server accepts, at any address: %s',
  async (path) => {
    history.replaceState({}, '', path);
    reports.report(Object.assign(new Error(), { name: 'Rajesh Patil +91 98765' }), {
      componentStack: '\n  at lower\n\n at 9',
    });
    expect(crashForm.safeParse(await read(sent[0]!)).success).toBe(true);
  },
);

test('sends an error once, and at most three per page', () => {
  const error = new Error('again');
  for (let time = 0; time < 3; time++) reports.report(error);
  expect(sent).toHaveLength(1);
  for (let time = 0; time < 5; time++) reports.report(new Error('another'));
  expect(sent).toHaveLength(3);
});

test('sends errors given to `reportError`', () => {
  reports.listen();
  dispatchEvent(new ErrorEvent('error', { error: new RangeError('reported') }));
  expect(sent).toHaveLength(1);
});

test('sends only errors, and none without a network', () => {
  const onLine = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  reports.report(new Error('offline'));
  onLine.mockRestore();
  reports.report('a text');
  expect(sent).toEqual([]);
});
