import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { type Socket, io } from 'socket.io-client';
import { v7 as newId } from 'uuid';
import { InProcessProduct, days, seconds } from '../product/in-process.js';
import { Person, captureLead, newPhone, signUp, createTeam, cookieOf } from '../product/person.js';
import { until } from '../product/until.js';

type Change = {
  readonly view: string;
  readonly id: string;
  readonly revision: number;
  readonly document?: {
    readonly assignedTo?: object;
    readonly status?: string;
    readonly alertId?: string;
  };
  readonly removed?: true;
};
type ResumeAnswer = {
  readonly position: string;
  readonly rooms: readonly string[];
  readonly changes?: readonly Change[];
  readonly startOver?: true;
};

let product: InProcessProduct;
const openSockets: Socket[] = [];
beforeAll(async () => {
  product = await InProcessProduct.start();
});
afterEach(() => {
  for (const socket of openSockets.splice(0)) socket.close();
});
afterAll(() => product.dispose());

/** Somebody's open page: its received changes, and its requests. */
class Page {
  readonly received: Change[] = [];

  private constructor(readonly socket: Socket) {
    socket.on('changes', ({ changes }: { changes: readonly Change[] }) =>
      this.received.push(...changes),
    );
  }

  static async openFor(
    person: Person,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Page> {
    const cookie = cookieOf(person);
    const socket = io(product.url, {
      transports: ['websocket'],
      extraHeaders: { cookie, ...headers },
      reconnection: false,
      forceNew: true,
    });
    openSockets.push(socket);
    const page = new Page(socket);
    await new Promise<void>((resolve, reject) =>
      socket.on('connect', resolve).on('connect_error', reject),
    );
    return page;
  }

  resume(rooms: readonly string[], after?: string): Promise<ResumeAnswer> {
    return this.socket
      .timeout(5_000)
      .emitWithAck('resume', { rooms, after }) as Promise<ResumeAnswer>;
  }

  hasReceived(view: string, id: string): boolean {
    return this.received.some(
      (change) => change.view === view && change.id === id && !change.removed,
    );
  }

  hasReceivedRemoval(view: string, id: string): boolean {
    return this.received.some(
      (change) => change.view === view && change.id === id && change.removed,
    );
  }
}

const roomsOf = (person: Person, organizationId: string) => [
  `member:${person.id}`,
  `organization:${organizationId}`,
];

async function openOfficePages() {
  const { admin, reps, organizationId } = await createTeam(product, 'Asha', 'Ravi');
  const [asha, ravi] = reps;
  const pages = {
    admin: await Page.openFor(admin),
    asha: await Page.openFor(asha),
    ravi: await Page.openFor(ravi),
  };
  const resumeAnswers = {
    admin: await pages.admin.resume(roomsOf(admin, organizationId)),
    asha: await pages.asha.resume(roomsOf(asha, organizationId)),
    ravi: await pages.ravi.resume(roomsOf(ravi, organizationId)),
  };
  return { admin, asha, ravi, organizationId, pages, resumeAnswers };
}

/** Waits until every earlier change was delivered, by a further change that the admin receives. */
async function untilDelivered({
  admin,
  pages,
}: Awaited<ReturnType<typeof openOfficePages>>): Promise<void> {
  const leadId = await captureLead(admin);
  await until(async () => pages.admin.hasReceived('lead-list', leadId));
}

test('a socket needs a valid session', async () => {
  const anonymous = new Person(product, 'Nobody', newPhone());
  await expect(Page.openFor(anonymous)).rejects.toThrow('websocket error');
  anonymous.cookies.set('fieldtrace_session', 'x'.repeat(43));
  await expect(Page.openFor(anonymous)).rejects.toThrow('signed-out');
});

test('pages of other sites get no socket, with any cookies', async () => {
  const asha = await signUp(product, 'Asha');
  await expect(Page.openFor(asha, { origin: 'https://evil.example' })).rejects.toThrow(
    'websocket error',
  );
  expect((await Page.openFor(asha, { origin: product.url })).socket.connected).toBe(true);
});

test('sockets are WebSockets: long polling is refused', async () => {
  const asha = await signUp(product, 'Asha');
  expect(await asha.request('GET', '/socket.io/?EIO=4&transport=polling')).toMatchObject({
    status: 400,
    body: { message: 'Transport unknown' },
  });
});

test('a connection that requests a second socket during its first handshake is closed', async () => {
  const cookie = cookieOf(await signUp(product, 'Asha'));
  const socket = io(product.url, {
    transports: ['websocket'],
    extraHeaders: { cookie },
    reconnection: false,
    forceNew: true,
  });
  openSockets.push(socket);
  const connectPacket = '0';
  socket.io.on('open', () => socket.io.engine.send(connectPacket));
  await new Promise<void>((resolve) => void socket.io.on('close', () => resolve()));
});

test('a page receives what it may see, with names, and joins the rooms that it may', async () => {
  const { asha, pages, resumeAnswers, admin, organizationId } = await openOfficePages();
  expect([resumeAnswers.admin.rooms, resumeAnswers.asha.rooms]).toEqual([
    roomsOf(admin, organizationId),
    [`member:${asha.id}`],
  ]);
  const leadId = await captureLead(asha);
  await until(
    async () =>
      pages.admin.hasReceived('lead-list', leadId) && pages.asha.hasReceived('lead-list', leadId),
  );
  expect(pages.admin.received.find(({ view }) => view === 'lead-list')!.document).toMatchObject({
    leadId,
    assignedTo: { id: asha.id, name: 'Asha' },
  });
});

describe('pushed rows equal those of lists:', () => {
  const findLastChange = (page: Page, view: string, id: string) =>
    page.received.findLast((change) => change.view === view && change.id === id);
  const readRow = async (
    person: Person,
    list: string,
    idField: string,
    id: string,
  ): Promise<object | undefined> => {
    const { items } = await person.get<{
      readonly items: readonly Readonly<Record<string, unknown>>[];
    }>(`/api/${list}`);
    return items.find((item) => item[idField] === id);
  };

  test('products and packages, active ones only for reps', async () => {
    const { admin, asha, pages, resumeAnswers } = await openOfficePages();
    const [productId, packageId, categoryId] = [newId(), newId(), newId()];
    await admin.send('AddCategory', { categoryId, kind: 'product', name: 'Pumps' });
    await admin.send('AddProduct', {
      productId,
      categoryId,
      name: 'Pump',
      description: 'Five HP',
      mrpPaise: 20_000,
      livePricePaise: 15_000,
    });
    await admin.send('AddPackage', {
      packageId,
      name: 'Kit',
      description: 'A pump',
      items: [{ productId, quantity: 2 }],
    });
    for (const [person, page] of [
      [admin, pages.admin],
      [asha.afterCommandsOf(admin), pages.asha],
    ] as const) {
      await until(async () => page.hasReceived('packages', packageId));
      expect(findLastChange(page, 'products', productId)?.document).toEqual(
        await readRow(person, 'products', 'productId', productId),
      );
      expect(findLastChange(page, 'packages', packageId)?.document).toEqual(
        await readRow(person, 'packages', 'packageId', packageId),
      );
      expect(findLastChange(page, 'categories', categoryId)?.document).toEqual(
        await readRow(person, 'categories', 'categoryId', categoryId),
      );
    }
    const shareId = newId();
    await asha.send('ShareProduct', { shareId, productId, method: 'link' });
    await until(async () => pages.admin.hasReceived('shares', shareId));
    expect(findLastChange(pages.admin, 'shares', shareId)?.document).toEqual({
      itemId: productId,
      shareCount: 1,
    });
    await admin.send('DeactivateProduct', { productId });
    await until(async () => pages.asha.hasReceivedRemoval('products', productId));
    expect(findLastChange(pages.admin, 'products', productId)?.document).toEqual(
      await readRow(admin.afterCommandsOf(asha), 'products', 'productId', productId),
    );
    const { changes } = await pages.asha.resume([`member:${asha.id}`], resumeAnswers.asha.position);
    expect(changes?.find(({ view, id }) => view === 'products' && id === productId)).toMatchObject({
      removed: true,
    });
  });

  test('customers, and the alerts of a member', async () => {
    const { admin, asha, pages } = await openOfficePages();
    const leadId = await captureLead(admin, { assignedTo: asha.id });
    await until(async () => pages.asha.received.some(({ view }) => view === 'alerts'));
    const alert = pages.asha.received.find(({ view }) => view === 'alerts')!.document as {
      readonly alertId: string;
    };
    expect(alert).toEqual(
      await readRow(asha.afterCommandsOf(admin), 'alerts', 'alertId', alert.alertId),
    );
    // The admin may still be told who joined.
    expect(
      pages.admin.received.filter(({ document }) => document?.alertId === alert.alertId),
    ).toEqual([]);
    await admin.send('ConvertLead', { leadId, projectValuePaise: 50_000 });
    await until(async () => pages.asha.hasReceived('customer-list', leadId));
    expect(findLastChange(pages.asha, 'customer-list', leadId)?.document).toEqual(
      await readRow(asha.afterCommandsOf(admin), 'customers', 'customerId', leadId),
    );
  });
});

test('a bill is pushed to its submitter and to those who decide, as on their pages, and to no colleague', async () => {
  const office = await openOfficePages();
  const billId = newId();
  await office.asha.send('SubmitBill', {
    billId,
    type: 'Food',
    amountPaise: 45_000,
    spentOn: '2026-01-02',
  });
  await office.admin.send('ApproveBill', { billId });
  const findApprovedBill = ({ received }: Page) =>
    received.find(({ id, document }) => id === billId && document?.status === 'Approved')?.document;
  for (const page of [office.pages.admin, office.pages.asha]) {
    await until(async () => findApprovedBill(page) !== undefined);
    expect(findApprovedBill(page)).toEqual(await office.asha.get(`/api/bills/${billId}`));
  }
  await untilDelivered(office);
  expect(office.pages.ravi.received.filter(({ view }) => view === 'bill-list')).toEqual([]);
});

test('a colleague gets no hint of somebody else’s lead', async () => {
  const office = await openOfficePages();
  const leadId = await captureLead(office.asha);
  await until(async () => office.pages.admin.hasReceived('lead-list', leadId));
  await untilDelivered(office);
  expect(office.pages.ravi.received.filter(({ id }) => id.includes(leadId))).toEqual([]);
});

test('a member whose rank may have changed receives a hint without its cause', async () => {
  const { asha, pages, organizationId } = await openOfficePages();
  const leadId = await captureLead(asha);
  await until(async () => pages.ravi.hasReceived('leaderboard', organizationId));
  const hint = { view: 'leaderboard', id: organizationId, revision: 0 };
  const hints = () => pages.ravi.received.filter(({ view }) => view === 'leaderboard');
  expect(hints()).toEqual([hint]);
  expect(pages.admin.hasReceived('leaderboard', organizationId)).toBe(false);
  // Changes during the pause are sent after it, in one message.
  await asha.send('AddNote', { leadId, noteId: newId(), note: 'Moves no place' });
  const ashasLeadIds = [leadId, await captureLead(asha), await captureLead(asha)];
  await until(async () => hints().length > 1);
  expect(hints().slice(0, 2)).toEqual([hint, hint]);
  expect(
    pages.ravi.received.filter(({ id }) => ashasLeadIds.some((each) => id.includes(each))),
  ).toEqual([]);
});

test('a reassigned lead is removed from one page and added to the other; its open page receives no more', async () => {
  const office = await openOfficePages();
  const { admin, asha, ravi, pages, organizationId } = office;
  const leadId = await captureLead(asha);
  await until(async () => pages.asha.hasReceived('lead-list', leadId));
  expect(
    (await pages.asha.resume([...roomsOf(asha, organizationId), `lead:${leadId}`])).rooms,
  ).toContain(`lead:${leadId}`);
  expect(
    (await pages.ravi.resume([...roomsOf(ravi, organizationId), `lead:${leadId}`])).rooms,
  ).not.toContain(`lead:${leadId}`);
  await admin.send('ReassignLead', { leadId, assignedTo: ravi.id });
  await until(
    async () =>
      pages.ravi.hasReceived('lead-list', leadId) &&
      pages.asha.hasReceivedRemoval('lead-list', leadId),
  );
  const countBefore = pages.asha.received.length;
  await admin.send('AddNote', { leadId, noteId: newId(), note: 'For Ravi only' });
  await untilDelivered(office);
  const receivedSince = pages.asha.received.slice(countBefore);
  expect(receivedSince.filter(({ view }) => view !== 'leaderboard')).toEqual([]);
});

test('a requested role is pushed to nobody, a new member to everybody', async () => {
  const { admin, pages, organizationId } = await openOfficePages();
  const { id: memberId } = await joinAsNewMember(admin);
  // Waits for the delivery first: two changes in one batch would arrive as one.
  await until(async () => pages.admin.hasReceived('team', memberId));
  await admin.send('ChangeMemberRole', { memberId, role: 'finance' });
  await until(
    async () =>
      pages.admin.received.filter(({ view }) => view === 'team').length > 1 &&
      pages.ravi.received.some(({ view }) => view === 'team'),
  );
  expect(
    [...pages.admin.received, ...pages.ravi.received].filter(
      ({ view }) => view === 'role-requests',
    ),
  ).toEqual([]);
  const { changes = [] } = await pages.admin.resume(roomsOf(admin, organizationId), '');
  expect(changes.filter(({ view }) => view === 'role-requests')).toEqual([]);

  async function joinAsNewMember(admin: Person): Promise<Person> {
    const { organization } = await admin.readMe();
    return new Person(product, 'Divya', newPhone()).signUp({
      role: 'finance',
      inviteCode: organization!.inviteCode,
    });
  }
});

describe('a resuming client', () => {
  test('receives the changes after its position once, in their current state', async () => {
    const { asha, admin, pages, organizationId } = await openOfficePages();
    const { position } = await pages.admin.resume(roomsOf(admin, organizationId));
    const keptLeadId = await captureLead(asha);
    const deletedLeadId = await captureLead(asha);
    await asha.send('AddNote', { leadId: keptLeadId, noteId: newId(), note: 'Called' });
    // A record that is added and removed within one batch causes no change.
    await until(async () => pages.admin.hasReceived('lead-list', deletedLeadId));
    await asha.send('DeleteLead', { leadId: deletedLeadId });
    await asha.get('/api/leads');
    const { changes = [] } = await (
      await Page.openFor(admin)
    ).resume(roomsOf(admin, organizationId), position);
    const leads = changes.filter(({ view }) => view === 'lead-list');
    expect(leads.map(({ id, removed, revision }) => [id, removed ?? false, revision])).toEqual(
      expect.arrayContaining([
        [keptLeadId, false, 1],
        [deletedLeadId, true, 1],
      ]),
    );
    expect(leads).toHaveLength(2);
  });

  test('with a position of another log starts over', async () => {
    const { admin, organizationId } = await openOfficePages();
    expect(
      await (
        await Page.openFor(admin)
      ).resume(roomsOf(admin, organizationId), '99999999999999999999'),
    ).toMatchObject({ startOver: true });
  });

  test.each([
    undefined,
    null,
    'x',
    { rooms: 'all' },
    { rooms: [{ $ne: 1 }] },
    { rooms: Array(100).fill('lead:x') },
  ])('with %j is not answered, and the page continues', async (message) => {
    const { admin, pages, organizationId } = await openOfficePages();
    await expect(pages.admin.socket.timeout(200).emitWithAck('resume', message)).rejects.toThrow();
    expect((await pages.admin.resume(roomsOf(admin, organizationId))).rooms).toHaveLength(2);
  });
});

describe('an open socket', () => {
  test('ends when its session is signed out, and no other', async () => {
    const { asha, pages } = await openOfficePages();
    await asha.request('POST', '/api/auth/sign-out', {
      body: '{}',
      headers: { 'content-type': 'application/json' },
    });
    await until(async () => !pages.asha.socket.connected);
    expect(pages.ravi.socket.connected).toBe(true);
  });

  test('of a removed member ends before the admin’s answer, and receives nothing more', async () => {
    const { admin, asha, pages, organizationId } = await openOfficePages();
    await admin.send('RemoveMember', { memberId: asha.id });
    await until(async () => !pages.asha.socket.connected);
    const reopened = await Page.openFor(asha);
    expect((await reopened.resume(roomsOf(asha, organizationId))).rooms).not.toContain(
      `organization:${organizationId}`,
    );
    const leadId = await captureLead(admin);
    await until(async () => pages.admin.hasReceived('lead-list', leadId));
    expect(reopened.received).toEqual([]);
  });

  test('changes rooms when its member’s role changes', async () => {
    const { admin, asha, ravi, pages, organizationId } = await openOfficePages();
    await admin.send('ChangeMemberRole', { memberId: asha.id, role: 'designer' });
    await until(async () => !pages.asha.socket.connected);
    const reopened = await Page.openFor(asha);
    expect((await reopened.resume(roomsOf(asha, organizationId))).rooms).toContain(
      `organization:${organizationId}`,
    );
    const leadId = await captureLead(ravi);
    await until(async () => reopened.hasReceived('lead-list', leadId));
  });
});

test('an account that stays unverified for three days gets no socket, and an open one ends with its next resume', async () => {
  const unverified = await new Person(product, 'Unverified', newPhone()).signUp({ verify: false });
  const page = await Page.openFor(unverified);
  expect((await page.resume([`member:${unverified.id}`])).rooms).toEqual([
    `member:${unverified.id}`,
  ]);
  product.advanceClock(days(4));
  await expect(page.resume([])).rejects.toThrow();
  await until(async () => !page.socket.connected);
  await expect(Page.openFor(unverified)).rejects.toThrow('signed-out');
});

test('a socket that is open when the three days end is closed, even if it is idle', async () => {
  const unverified = await new Person(product, 'Unverified', newPhone()).signUp({ verify: false });
  product.advanceClock(days(3) - seconds(10));
  const page = await Page.openFor(unverified);
  expect(page.socket.connected).toBe(true);
  await until(async () => !page.socket.connected);
});
