import type { Page } from '@playwright/test';
import { buttonsOfCommands, test } from '../screens/buttons-of-commands.js';
import { expect } from '../tools/fixtures.js';

/** Factor by which a cheap phone is slower than this machine. */
const CPU_SLOWDOWN = 6;

async function slowDown(page: Page, rate: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
  await session.detach();
}

/** Records the ids under which a page sends a command, and the server's answers. */
function recordCommand(page: Page, name: string) {
  const ids = new Set<string>();
  const answers: number[] = [];
  let pendingCount = 0;
  const isOfCommand = (url: string): boolean => new URL(url).pathname === `/api/commands/${name}`;
  page.on('request', (request) => {
    if (!isOfCommand(request.url())) return;
    pendingCount += 1;
    ids.add(request.headers()['idempotency-key'] ?? '');
  });
  const countEnd = (): void => void (pendingCount -= 1);
  page.on('requestfailed', (request) => isOfCommand(request.url()) && countEnd());
  page.on('response', (response) => {
    if (!isOfCommand(response.url())) return;
    countEnd();
    answers.push(response.status());
  });
  return { ids, answers, areAllAnswered: () => pendingCount === 0 };
}

/** Waits until the page has no work left. */
const waitForIdle = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await new Promise((done) => requestIdleCallback(done));
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  });

test.describe.configure({ mode: 'parallel' });

for (const [name, openButton] of Object.entries(buttonsOfCommands)) {
  if (typeof openButton === 'string') continue;
  test(`${name} is sent once, however quickly its button is pressed twice on a slow device`, async ({
    setup,
  }) => {
    const { actor, button } = await openButton(setup);
    await expect(button).toBeEnabled();
    const recordedRequests = recordCommand(actor.page, name);
    await slowDown(actor.page, CPU_SLOWDOWN);
    await button.dblclick();
    await slowDown(actor.page, 1);
    await expect.poll(() => recordedRequests.answers.length).toBeGreaterThan(0);
    await waitForIdle(actor.page);
    await expect.poll(recordedRequests.areAllAnswered).toBe(true);
    expect(recordedRequests.ids.size).toBe(1);
    expect(recordedRequests.answers).toEqual([200]);
    if (![setup.admin.page, setup.rep.page].includes(actor.page))
      await actor.page.context().close();
    else actor.page.removeAllListeners();
  });
}
