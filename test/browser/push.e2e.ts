import type { BrowserContext, CDPSession, Page } from '@playwright/test';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PushBrowser } from '../../platform/src/testing/push-browser.js';
import { captureLead, type Person, createTeam } from '../acceptance/product/person.js';
import { Product } from '../acceptance/product/product.js';
import { expect, test, browserCookies } from './tools/fixtures.js';

/**
 * Replacement of the browser's push service, which is not reachable here. Passes messages on to the
 * browser's service worker.
 */
class PushService {
  private readonly browser = new PushBrowser();
  private readonly messages: string[] = [];

  private constructor(
    private readonly server: Server,
    readonly origin: string,
  ) {}

  static async start(): Promise<PushService> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const service = new PushService(
      server,
      `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    );
    server.on('request', (request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        service.messages.push(service.browser.read(Buffer.concat(parts)));
        response.writeHead(201).end();
      });
    });
    return service;
  }

  get subscription() {
    return { endpoint: `${this.origin}/to/this/browser`, keys: this.browser.keys };
  }

  /** Next message that the product sends. */
  async next(): Promise<string> {
    await expect.poll(() => this.messages.length).toBeGreaterThan(0);
    return this.messages.shift()!;
  }

  get unreadCount(): number {
    return this.messages.length;
  }

  stop(): void {
    this.server.close();
  }
}

/** Parts of a service worker's scope that the page's types lack. */
type WorkerScope = EventTarget & {
  readonly registration: ServiceWorkerRegistration;
  readonly clients: { openWindow: (url: string) => Promise<void> };
  readonly NotificationEvent: new (type: string, init: object) => Event;
};

let service: PushService;
let product: Product;
let admin: Person;
let asha: Person;

test.beforeAll(async () => {
  service = await PushService.start();
  product = await Product.start({ env: { PUSH_SERVICES: service.origin } });
  const people = await createTeam(product, 'Asha Kulkarni');
  admin = people.admin;
  [asha] = people.reps;
});
test.afterAll(async () => {
  await product?.dispose();
  service?.stop();
});

/** Page with a subscription at this push service. */
async function openPage(context: BrowserContext, person: Person): Promise<Page> {
  await context.addInitScript((subscriptionJson) => {
    const subscription = {
      ...subscriptionJson,
      toJSON: () => subscriptionJson,
      unsubscribe: async () => delete (globalThis as { subscribed?: object }).subscribed,
    };
    PushManager.prototype.subscribe = async function subscribe() {
      return ((globalThis as { subscribed?: object }).subscribed =
        subscription) as unknown as PushSubscription;
    };
    PushManager.prototype.getSubscription = async () => subscription as unknown as PushSubscription;
  }, service.subscription);
  await context.addCookies(browserCookies(person, product.url));
  const page = await context.newPage();
  await page.goto(`${product.url}/dashboard`);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  return page;
}

/** Passes messages to the service worker like the browser. */
async function connectToServiceWorker(page: Page): Promise<(message: string) => Promise<void>> {
  const session: CDPSession = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) =>
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations;
      if (first) resolve(first.registrationId);
    }),
  );
  await session.send('ServiceWorker.enable');
  const registrationId = await registered;
  return async (data) =>
    void (await session.send('ServiceWorker.deliverPushMessage', {
      origin: product.url,
      registrationId,
      data,
    }));
}

const readNotifications = (page: Page) =>
  page.evaluate(async () =>
    (await (await navigator.serviceWorker.ready).getNotifications()).map((shown) => ({
      title: shown.title,
      body: shown.body,
      tag: shown.tag,
      data: shown.data as object,
      // `timestamp` is missing in TypeScript's types.
      since: (shown as unknown as { readonly timestamp: number }).timestamp,
    })),
  );

test('alerts arrive while the app is closed, in words that name nobody, and a press opens the record @main', async ({
  context,
}) => {
  await context.grantPermissions(['notifications'], { origin: product.url });
  const page = await openPage(context, asha);
  await page.goto(`${product.url}/settings/profile`);
  const card = page.getByRole('region', { name: 'Notifications on this device' });
  await card.getByRole('button', { name: 'Turn On Notifications' }).click();
  await expect(card.getByRole('switch')).toHaveCount(5);
  await expect(card.getByRole('switch', { name: /^Leads assigned to me/ })).toBeChecked();

  const deliver = await connectToServiceWorker(page);
  const leadId = await captureLead(admin, {
    firstName: 'Rajesh',
    lastName: 'Deshmukh',
    assignedTo: asha.id,
  });
  const message = await service.next();
  // The debugging protocol does not report whether a message was handled, so it is repeated.
  const deliverUntil = (isShown: () => Promise<boolean>) =>
    expect(async () => {
      await deliver(message);
      await expect.poll(isShown, { timeout: 2_000 }).toBe(true);
    }).toPass();
  await deliverUntil(async () => (await readNotifications(page)).length === 1);
  const [notification] = await readNotifications(page);
  expect(notification).toMatchObject({
    title: 'Fieldtrace',
    body: 'A lead was assigned to you.',
    data: { url: `/leads/${leadId}` },
  });
  expect(`${notification!.title} ${notification!.body}`).not.toMatch(/\d|Rajesh|Deshmukh/);
  // A repeated message replaces the first.
  await deliverUntil(async () =>
    (await readNotifications(page)).some(({ since }) => since > notification!.since),
  );
  expect(await readNotifications(page)).toHaveLength(1);

  // Only a real press may open a window, so the address is stored and opened here.
  const [worker] = context.serviceWorkers();
  const openedUrl = await worker!.evaluate(async () => {
    const scope = globalThis as unknown as WorkerScope;
    const [notification] = await scope.registration.getNotifications();
    return new Promise<string>((resolve) => {
      scope.clients.openWindow = async (url) => resolve(url);
      scope.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification }));
    });
  });
  expect(await readNotifications(page)).toEqual([]);
  await page.goto(new URL(openedUrl, product.url).href);
  await expect(page.getByRole('heading', { level: 1, name: 'Rajesh Deshmukh' })).toBeVisible();
});

test('alerts of a type that is switched off are not sent, and turning alerts off applies to this device', async ({
  context,
}) => {
  await context.grantPermissions(['notifications'], { origin: product.url });
  const page = await openPage(context, asha);
  await page.goto(`${product.url}/settings/profile`);
  const card = page.getByRole('region', { name: 'Notifications on this device' });
  await card.getByRole('button', { name: 'Turn On Notifications' }).click();
  const leadsSwitch = card.getByRole('switch', { name: /^Leads assigned to me/ });
  await leadsSwitch.click();
  await expect(leadsSwitch).not.toBeChecked();
  await expect(leadsSwitch).toBeEnabled();
  await captureLead(admin, { assignedTo: asha.id });
  const billId = crypto.randomUUID();
  await asha.send('SubmitBill', {
    billId,
    type: 'Fuel',
    amountPaise: 45_000,
    spentOn: '2026-01-02',
  });
  await admin.afterCommandsOf(asha).send('ApproveBill', { billId });
  expect(JSON.parse(await service.next())).toMatchObject({
    body: 'Your bill was approved.',
    url: `/bills/${billId}`,
  });
  expect(service.unreadCount).toBe(0);
  await page.reload();
  await expect(leadsSwitch).not.toBeChecked();

  await card.getByRole('button', { name: 'Turn Off Notifications' }).click();
  await expect(card.getByRole('button', { name: 'Turn On Notifications' })).toBeVisible();
});

test('blocked notifications show where to allow them', async ({ context }) => {
  const page = await openPage(context, asha);
  // A headless browser refuses without asking.
  await page.addInitScript(() =>
    Object.defineProperty(Notification, 'permission', { get: () => 'denied' }),
  );
  await page.goto(`${product.url}/settings/profile`);
  await expect(
    page.getByText(
      'Notifications are blocked for this site. Allow them in the settings of your browser.',
    ),
  ).toBeVisible();
});
