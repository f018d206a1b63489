import { commandDefinitions } from '#domain/aggregates.js';
import { type Bill, billAggregate } from '#domain/bills/bill.aggregate.js';
import { type BillCommand, billCommands } from '#domain/bills/bill.commands.js';
import { billStatuses } from '#domain/bills/bill.values.js';
import { type QuotationCommand, quotationCommands } from '#domain/quotations/quotation.commands.js';
import type { Role } from '#domain/kernel/policy.js';
import { evolveCustomer } from '#domain/customers/customer.js';
import { customerAggregate } from '#domain/customers/customer.aggregate.js';
import { type CustomerCommand, customerCommands } from '#domain/customers/customer.commands.js';
import { type LeadCommand, leadCommands } from '#domain/leads/lead.commands.js';
import { leadAggregate } from '#domain/leads/lead.aggregate.js';
import type { Lead } from '#domain/leads/lead.js';
import { describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { drawItem } from './catalogue-pictures.js';
import { drawBill, drawScene, renderScene, withComment, writePdf } from './pictures.js';
import { demoOffers, demoPackages, demoProducts, pausedProducts } from './catalogue-items.js';
import { unassignedNumbers } from './numbers.js';
import { sharmaSolar } from './sharma-solar.js';
import type { Step } from './steps.js';
import { formatDay } from './working-days.js';

const endsAt = '2026-11-21T09:30:00.000Z';
const INDIA_OFFSET_MS = 5.5 * 3_600_000;
const demo = sharmaSolar({ leads: 300, seed: 7, endsAt });
const commands = demo.work.flatMap((step) => ('command' in step ? [step] : []));
const commandsIn = <Command>(definitions: object) =>
  commands.flatMap((step) =>
    Object.hasOwn(definitions, step.command.type)
      ? [{ ...step, command: step.command as Command }]
      : [],
  );
const leadSteps = commandsIn<LeadCommand>(leadCommands);
const customerSteps = commandsIn<CustomerCommand>(customerCommands);
const count = (type: (LeadCommand | CustomerCommand | BillCommand)['type']) =>
  commands.filter(({ command }) => command.type === type).length;

describe('the demo', () => {
  test('equal seeds give equal demos, other seeds others', () => {
    expect(sharmaSolar({ leads: 300, seed: 7, endsAt })).toEqual(demo);
    expect(sharmaSolar({ leads: 300, seed: 8, endsAt }).people[0]!.phone).not.toBe(
      demo.people[0]!.phone,
    );
  });

  test('uses unassigned numbers in the public sandbox', () => {
    const sandbox = sharmaSolar({ leads: 80, seed: 1_234, endsAt, numbers: unassignedNumbers });
    const written = JSON.stringify(sandbox).match(/\+\d{6,}/g)!;
    expect(written.length).toBeGreaterThan(80);
    expect(written.filter((number) => !/^\+910\d{9}$|^\+1\d{3}55501\d\d$/.test(number))).toEqual(
      [],
    );
    for (const step of sandbox.work)
      if ('command' in step && step.command.type === 'CreateLead')
        expect(
          leadCommands.CreateLead.data.safeParse(step.command.data).error?.issues,
        ).toBeUndefined();
  });

  test('has nobody at two sites at once', () => {
    const lastVisitEnds = new Map<string, number>();
    const visits = leadSteps.flatMap(({ by, command }) =>
      command.type === 'RecordVisit' ? [{ by, ...command.data }] : [],
    );
    expect(visits.length).toBeGreaterThan(100);
    visits.sort((one, other) => Date.parse(one.startedAt) - Date.parse(other.startedAt));
    for (const { by, startedAt, endedAt } of visits) {
      expect(Date.parse(startedAt)).toBeGreaterThan(lastVisitEnds.get(by) ?? 0);
      lastVisitEnds.set(by, Date.parse(endedAt));
    }
  });

  test('has no two visits of a member on one day farther apart than a drive', () => {
    const MAX_SPAN_DEGREES = 0.36; // 40 km
    const sitesByMemberAndDay = new Map<string, { readonly lat: number; readonly lng: number }[]>();
    for (const { by, command } of leadSteps) {
      if (command.type !== 'RecordVisit' || !command.data.place) continue;
      const key = `${by} ${formatDay(Date.parse(command.data.startedAt))}`;
      sitesByMemberAndDay.set(key, [...(sitesByMemberAndDay.get(key) ?? []), command.data.place]);
    }
    const latitudeSpans = [...sitesByMemberAndDay.values()].map(
      (sitesOfDay) =>
        Math.max(...sitesOfDay.map(({ lat }) => lat)) -
        Math.min(...sitesOfDay.map(({ lat }) => lat)),
    );
    expect(latitudeSpans.filter((span) => span > 0).length).toBeGreaterThan(20);
    expect(Math.max(...latitudeSpans)).toBeLessThan(MAX_SPAN_DEGREES);
  });

  test('has one admin and eight reps', () =>
    expect(demo.people.map(({ role }) => role)).toEqual([
      'admin',
      ...Array.from({ length: 8 }, () => 'sales'),
    ]));

  test('orders its steps by time, within ninety days', () => {
    const times = demo.work.map((step: Step) => step.at);
    expect(times).toEqual(times.toSorted());
    expect(times[0]! >= '2026-08-23T09:30:00.000Z').toBe(true);
    expect(times.at(-1)! < endsAt).toBe(true);
  });

  test('has everybody at work from nine to seven, and last visits that may end later', () => {
    const hours = leadSteps.map(({ at }) =>
      new Date(Date.parse(at) + INDIA_OFFSET_MS).getUTCHours(),
    );
    expect(Math.min(...hours)).toBeGreaterThanOrEqual(9);
    expect(Math.max(...hours)).toBeLessThan(22);
  });

  test('quotes areas and lengths as one roof needs them, and no product twice', () => {
    const drafts = commandsIn<QuotationCommand>(quotationCommands).flatMap(({ command }) =>
      command.type === 'SaveQuotation' ? [command.data.lines] : [],
    );
    for (const lines of drafts)
      expect(new Set(lines.map(({ name }) => name)).size).toBe(lines.length);
    const findSmallestQuantity = (unit: string) =>
      Math.min(
        ...drafts
          .flat()
          .flatMap((line) => (line.unit === unit ? [line.quantityThousandths / 1_000] : [])),
      );
    expect(findSmallestQuantity('square feet')).toBeGreaterThanOrEqual(150);
    expect(findSmallestQuantity('meter')).toBeGreaterThanOrEqual(30);
  });

  test('sends only commands that the endpoint accepts', () => {
    for (const { command } of commands)
      expect(
        commandDefinitions[command.type]!.data.safeParse(command.data).error?.issues,
      ).toBeUndefined();
  });

  test('breaks no rule of a lead, and members change only their own leads', () => {
    const roles = new Map<string, Role>(demo.people.map(({ id, role }) => [id, role]));
    const organization = {
      id: demo.organizationId,
      timeZone: 'Asia/Kolkata',
      members: roles,
      leaderboardOpen: false,
    };
    const leads = new Map<string, Lead>();
    for (const { at, by, record, command } of leadSteps) {
      const member = { id: by, role: roles.get(by)! };
      const account = { id: by, verified: true, requestedRole: undefined };
      const before = leads.get(record) ?? leadAggregate.initialState;
      if (member.role === 'sales' && before.phase === 'open') expect(before.assignedTo).toBe(by);
      const events = leadAggregate.decide(command, before, {
        account,
        member,
        organization,
        now: at,
        today: formatDay(Date.parse(at)),
        randomness: '0'.repeat(32),
      });
      expect(events.length).toBeGreaterThan(0);
      leads.set(record, events.reduce(leadAggregate.evolve, before));
    }
    expect(leads.size).toBe(300);
  });

  test('breaks no rule of a customer, who is created at the conversion', () => {
    const customers = new Map<string, Parameters<typeof evolveCustomer>[0]>();
    for (const { at, by, record, command } of customerSteps) {
      const context = {
        account: { id: by, verified: true, requestedRole: undefined },
        member: { id: by, role: 'sales' as const },
        organization: {
          id: demo.organizationId,
          timeZone: 'Asia/Kolkata',
          members: new Map(),
          leaderboardOpen: false,
        },
        now: at,
        today: formatDay(Date.parse(at)),
        randomness: '0'.repeat(32),
      };
      const before = customers.get(record) ?? customerAggregate.initialState;
      customers.set(
        record,
        customerAggregate.decide(command, before, context).reduce(evolveCustomer, before),
      );
    }
    expect(customers.size).toBe(count('ConvertLead'));
  });

  test('has bills in every state, and breaks no rule of a bill', () => {
    const roles = new Map<string, Role>(demo.people.map(({ id, role }) => [id, role]));
    const organization = {
      id: demo.organizationId,
      timeZone: 'Asia/Kolkata',
      members: roles,
      leaderboardOpen: false,
    };
    const bills = new Map<string, Bill>();
    for (const { at, by, record, command } of commandsIn<BillCommand>(billCommands)) {
      const member = { id: by, role: roles.get(by)! };
      const account = { id: by, verified: true, requestedRole: undefined };
      const context = {
        account,
        member,
        organization,
        now: at,
        today: formatDay(Date.parse(at)),
        randomness: '',
      };
      const before = bills.get(record) ?? billAggregate.initialState;
      const events = billAggregate.decide(command, before, context);
      expect(events).toHaveLength(1);
      bills.set(record, events.reduce(billAggregate.evolve, before));
    }
    const statuses = [...bills.values()].map((bill) => bill.phase === 'known' && bill.status);
    for (const status of billStatuses) expect(statuses).toContain(status);
    expect(statuses.filter((status) => status === 'Pending').length).toBeGreaterThanOrEqual(4);
    expect(
      demo.work.filter((step) => 'file' in step && step.file.kind === 'bill').length,
    ).toBeGreaterThan(10);
  });

  test('has a lead with a history worth replaying, and a bill whose decision was changed', () => {
    for (const seed of [1, 2, 3]) {
      const types = new Map<string, readonly string[]>();
      for (const step of sharmaSolar({ leads: 40, seed, endsAt }).work)
        if ('command' in step)
          types.set(step.record, [...(types.get(step.record) ?? []), step.command.type]);
      const histories = [...types.values()];
      expect(histories).toContainEqual(['SubmitBill', 'RejectBill', 'ApproveBill']);
      expect(Math.max(...histories.map((history) => new Set(history).size))).toBeGreaterThan(10);
    }
  });

  test('has quotations that were drafted, sent, rejected, expired, viewed and accepted', () => {
    const steps = commandsIn<QuotationCommand>(quotationCommands).map(
      ({ command }) => command.type,
    );
    const countSteps = (type: QuotationCommand['type']) =>
      steps.filter((each) => each === type).length;
    expect(countSteps('SaveQuotation')).toBe(18);
    expect(countSteps('SendQuotation')).toBe(15);
    expect([countSteps('RejectQuotation'), countSteps('ExpireQuotation')]).toEqual([3, 3]);
    expect(demo.answers.map(({ accepts }) => accepts)).toEqual([
      false,
      true,
      false,
      true,
      false,
      true,
    ]);
  });

  test('has a varied catalogue, and uploads its files before commands refer to them', () => {
    expect([demoProducts.length, demoPackages.length, demoOffers.length]).toEqual([24, 5, 6]);
    const uploaded = new Set<string>();
    const names = new Set<string>();
    for (const step of demo.founding) {
      if ('file' in step) uploaded.add(step.file.fileId);
      if (!('command' in step)) continue;
      const { type, data } = step.command;
      expect(commandDefinitions[type]!.data.safeParse(data).error?.issues).toBeUndefined();
      if (type !== 'AddProduct' && type !== 'AddPackage' && type !== 'AddOffer') continue;
      names.add('title' in data ? data.title : data.name);
      const files =
        'fileId' in data
          ? [data.fileId]
          : 'imageFileIds' in data
            ? data.imageFileIds!
            : [(data as { imageFileId: string }).imageFileId];
      for (const fileId of files) expect(uploaded).toContain(fileId);
    }
    expect(names.size).toBe(demoProducts.length + demoPackages.length + demoOffers.length);
    for (const { items } of demoPackages)
      for (const [index] of items) expect(pausedProducts).not.toContain(index);
    expect(
      commands.filter(({ command }) => command.type.startsWith('Share')).length,
    ).toBeGreaterThan(30);
    expect(new Set(demo.views.map(({ itemId }) => itemId)).size).toBe(
      demoProducts.length - pausedProducts.length + demoPackages.length,
    );
    expect(drawItem({ shape: 'panel', tint: 1 })).not.toBe(drawItem({ shape: 'panel', tint: 2 }));
  });

  /** Open follow-ups at the end by id, with day and lead. */
  const openFollowUps = () => {
    const open = new Map<string, { readonly leadId: string; readonly day: string }>();
    for (const { command } of leadSteps) {
      const plan = (followUpId: string, day: string | undefined) =>
        day && open.set(followUpId, { leadId: command.data.leadId, day });
      if (command.type === 'CreateLead') plan(command.data.leadId, command.data.followUpOn);
      if (command.type === 'AddNote') plan(command.data.noteId, command.data.followUpOn);
      if (command.type === 'RecordVisit') plan(command.data.visitId, command.data.followUpOn);
      if (command.type === 'ScheduleFollowUp') plan(command.data.followUpId, command.data.dueOn);
      if (command.type === 'CompleteFollowUp' || command.type === 'CancelFollowUp')
        open.delete(command.data.followUpId);
      if (command.type === 'CancelFollowUp' && command.data.nextFollowUpId)
        plan(command.data.nextFollowUpId, command.data.nextOn);
    }
    return [...open.values()];
  };

  /** Leads that were lost or converted. */
  const finishedLeads = () =>
    new Set(
      leadSteps.flatMap(({ command }) =>
        command.type === 'MarkLeadLost' || command.type === 'ConvertLead'
          ? [command.data.leadId]
          : [],
      ),
    );

  test('leaves few follow-ups overdue, and schedules some for the coming days', () => {
    const open = openFollowUps();
    const overdue = open.filter(({ day }) => day < formatDay(Date.parse(endsAt))).length;
    expect(overdue).toBeGreaterThan(0);
    expect(overdue).toBeLessThan(open.length - overdue);
  });

  test('leaves at most one open lead in twenty without a next date', () => {
    const finished = finishedLeads();
    const openLeads = leadSteps.flatMap(({ record, command }) =>
      command.type === 'CreateLead' && !finished.has(record) ? [record] : [],
    );
    const planned = new Set(openFollowUps().map(({ leadId }) => leadId));
    expect(openLeads.length).toBeGreaterThan(50);
    expect(openLeads.filter((leadId) => !planned.has(leadId)).length).toBeLessThanOrEqual(
      openLeads.length / 20,
    );
  });

  test('leaves no open follow-ups on lost or converted leads', () => {
    const finished = finishedLeads();
    expect(finished.size).toBeGreaterThan(10);
    expect(openFollowUps().filter(({ leadId }) => finished.has(leadId))).toEqual([]);
  });

  test('uses no phone number twice', () => {
    const numbers = leadSteps.flatMap(({ command }) =>
      command.type === 'CreateLead' ? [command.data.phone] : [],
    );
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  test('fills every field that screens show', () => {
    for (const type of [
      'AddNote',
      'ChangeLeadStatus',
      'MarkLeadLost',
      'UploadQuotation',
      'CompleteFollowUp',
      'CancelFollowUp',
      'ReassignLead',
      'RecordVisit',
      'ConvertLead',
      'RecordPayment',
      'AddProject',
      'AddInvoice',
      'SubmitBill',
      'ApproveBill',
      'RejectBill',
    ] as const)
      expect(count(type)).toBeGreaterThan(0);
    expect(
      demo.work.filter((step) => 'file' in step && step.file.kind === 'photo').length,
    ).toBeGreaterThan(20);
  });

  test('draws equal pictures of one scene, and writes valid PDFs', async () => {
    const pixels = (jpeg: Buffer) => sharp(jpeg).raw().toBuffer();
    expect(drawScene(3)).toBe(drawScene(3));
    expect(drawScene(3)).not.toBe(drawScene(4));
    expect(drawBill(3)).toBe(drawBill(3));
    const picture = await renderScene(3, drawBill);
    const other = withComment(picture, 'another receipt');
    expect(other.content).not.toEqual(picture.content);
    expect(await pixels(other.content)).toEqual(await pixels(picture.content));
    expect(writePdf(['Quotation A1']).toString('latin1')).toMatch(/^%PDF-1\.4[^]*%%EOF\n$/);
  });
});
