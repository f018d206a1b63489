import { describe, expect, test } from '@jest/globals';
import { countRuns } from '../../../platform/src/testing/times.js';
import * as fc from 'fast-check';
import { generatedId } from '../kernel/generated.js';
import { quantities } from '../kernel/values/quantities.js';
import { Refusal } from '../kernel/refusal.js';
import { specify } from '../kernel/testing/specification.js';
import { context, createDecisionContext, meera } from '../leads/lead.examples.js';
import { type CustomerCommand, customerCommands } from './customer.commands.js';
import { customerAggregate } from './customer.aggregate.js';
import {
  type Customer,
  type OpenCustomer,
  sumPayments,
  computePaymentStatus,
  computeProjectValue,
} from './customer.js';
import { overduePaise } from './to-collect.js';
import type { CustomerEvent } from './customer.events.js';
import {
  customerCreated,
  customerDetails,
  customerEdited,
  customerErased,
  customerId,
  firstPaid,
  invoiceAdded,
  invoiceId,
  invoicePaid,
  overridden,
  projectAdded,
  projectId,
  projectUpdated,
  secondPaid,
  stageChanged,
} from './customer.examples.js';

const given = specify(customerAggregate, context);
const givenToAdmin = specify(customerAggregate, createDecisionContext(meera));
const today = context.today;

type Data<Type extends CustomerCommand['type']> = Extract<CustomerCommand, { type: Type }>['data'];
const dataOf = <Type extends CustomerEvent['type']>(event: CustomerEvent) =>
  event.data as Extract<CustomerEvent, { type: Type }>['data'];
const create = (more: Partial<Data<'CreateCustomer'>> = {}): CustomerCommand => ({
  type: 'CreateCustomer',
  data: {
    customerId,
    ...customerDetails,
    convertedAt: context.now,
    convertedOn: context.today,
    ...more,
  },
});
const pay = (more: Partial<Data<'RecordPayment'>> = {}): CustomerCommand => ({
  type: 'RecordPayment',
  data: { customerId, ...dataOf<'PaymentRecorded'>(secondPaid), ...more },
});

const createMany = <Item>(count: number, createItem: (id: string) => Item): Item[] =>
  Array.from({ length: count }, (_, index) =>
    createItem(`0190a6c2-0000-7000-9000-${String(index).padStart(12, '0')}`),
  );

describe('a customer with an invalid stored number', () => {
  const phone = '+99912345678';
  const createdWithInvalidPhone = {
    ...customerCreated,
    data: { ...customerCreated.data, phone },
  } as CustomerEvent;
  const edit = (changes: Omit<Data<'EditCustomer'>, 'customerId'>): CustomerCommand => ({
    type: 'EditCustomer',
    data: { customerId, ...changes },
  });
  test('accepts an edit that repeats the number', () =>
    given(createdWithInvalidPhone)
      .when(edit({ phone, city: 'Nashik' }))
      .then({ type: 'CustomerEdited', data: { changes: { city: 'Nashik' } } }));
  test('refuses another invalid number', () =>
    given(createdWithInvalidPhone)
      .when(edit({ phone: '+99912345679' }))
      .thenRefused('phone-not-valid', 'phone'));
});

describe('a customer', () => {
  test('created with a payment is at stage Paid', () =>
    given()
      .when(
        create({ projectValuePaise: 45_000_000, payment: dataOf<'PaymentRecorded'>(firstPaid) }),
      )
      .then(customerCreated, firstPaid));
  test('created without a payment is in progress, with no value', () =>
    given()
      .when(create())
      .then({
        type: 'CustomerCreated',
        data: {
          ...customerDetails,
          stage: 'In Progress',
          convertedAt: context.now,
          convertedOn: context.today,
        },
      }));
  test('is created once', () => given(customerCreated).when(create()).thenNothing());
  test('converted again gets the second payment', () =>
    given(customerCreated, firstPaid)
      .when(create({ payment: dataOf<'PaymentRecorded'>(secondPaid) }))
      .then(secondPaid));
  test('with a repeated conversion event is paid once', () =>
    given(customerCreated, firstPaid)
      .when(create({ payment: dataOf<'PaymentRecorded'>(firstPaid) }))
      .thenNothing());
  test('gets the second payment under a new id if its id is taken', () => {
    const paymentWithTakenId = {
      ...dataOf<'PaymentRecorded'>(secondPaid),
      paymentId: dataOf<'PaymentRecorded'>(firstPaid).paymentId,
    };
    given(customerCreated, firstPaid)
      .when(create({ payment: paymentWithTakenId }))
      .then({
        type: 'PaymentRecorded',
        data: { ...paymentWithTakenId, paymentId: generatedId(context.randomness) },
      });
  });
  test('has no owner', () => given(customerCreated).belongsTo(undefined));
  test('records only changed fields', () =>
    given(customerCreated)
      .when({
        type: 'EditCustomer',
        data: {
          customerId,
          firstName: 'Rajesh',
          ...dataOf<'CustomerEdited'>(customerEdited).changes,
        },
      })
      .then(customerEdited));
  test('keeps the entered company until it is removed', () => {
    const { companyName, gstNumber } = dataOf<'CustomerEdited'>(customerEdited).changes;
    given(customerCreated, customerEdited)
      .when({ type: 'EditCustomer', data: { customerId, companyName, gstNumber } })
      .thenNothing();
    given(customerCreated, customerEdited)
      .when({ type: 'EditCustomer', data: { customerId, gstNumber: null, billingAddress: null } })
      .then({
        type: 'CustomerEdited',
        data: { changes: { gstNumber: null, billingAddress: null } },
      });
  });
  test('has the sum of payments as value again once its value is removed', () => {
    const valueRemoved: CustomerEvent = {
      type: 'CustomerEdited',
      data: { changes: { projectValuePaise: null } },
    };
    given(customerCreated, firstPaid)
      .when({ type: 'EditCustomer', data: { customerId, projectValuePaise: null } })
      .then(valueRemoved);
    given(customerCreated, valueRemoved)
      .when({ type: 'EditCustomer', data: { customerId, projectValuePaise: null } })
      .thenNothing();
    const customer = [customerCreated, firstPaid, valueRemoved].reduce<Customer>(
      customerAggregate.evolve,
      customerAggregate.initialState,
    ) as OpenCustomer;
    expect([computeProjectValue(customer), computePaymentStatus(customer, today)]).toEqual([
      5_000_000,
      'Partial',
    ]);
  });
  test('that does not exist is not found', () =>
    given().when(pay()).thenRefused('customer-not-found'));
});

describe('an erased customer', () => {
  /** Creation event as it is read after an erasure: without personal data. */
  const erased: CustomerEvent = {
    type: 'CustomerCreated',
    data: { ...customerDetails, firstName: '', lastName: '', phone: '', stage: 'Paid' },
  };

  test('is not found', () => given(erased).when(pay()).thenRefused('customer-not-found'));
  const erase: CustomerCommand = { type: 'EraseCustomer', data: { customerId } };
  test('records its erasure in its own stream, even before its creation', () => {
    given().when(erase).then(customerErased);
    given(customerCreated).when(erase).then(customerErased);
    given(customerErased).when(erase).thenNothing();
  });
  test('cannot be created after its erasure, and accepts nothing', () => {
    given(customerErased).when(create()).thenNothing();
    given(customerCreated, customerErased).when(create()).thenNothing();
    given(customerCreated, customerErased).when(pay()).thenRefused('customer-not-found');
  });
  test('gets no payment of a later conversion', () =>
    given(erased)
      .when(create({ payment: dataOf<'PaymentRecorded'>(secondPaid) }))
      .thenNothing());
});

describe('a stage', () => {
  test('changes from any to any other', () =>
    given(customerCreated)
      .when({ type: 'ChangeStage', data: { customerId, stage: 'In Progress' } })
      .then(stageChanged));
  test('that is set already changes nothing', () =>
    given(customerCreated)
      .when({ type: 'ChangeStage', data: { customerId, stage: 'Paid' } })
      .thenNothing());
});

describe('a payment', () => {
  test('is recorded', () => given(customerCreated).when(pay()).then(secondPaid));
  test('sent twice is recorded once', () =>
    given(customerCreated, secondPaid).when(pay()).thenNothing());
  test('with another amount under a known id is refused', () =>
    given(customerCreated, secondPaid)
      .when(pay({ amountPaise: 41_000_000 }))
      .thenRefused('payment-exists'));
  test('sent twice is recorded once, even if its day is in the future by now', () => {
    const paidTomorrow: CustomerEvent = {
      type: 'PaymentRecorded',
      data: { ...dataOf<'PaymentRecorded'>(secondPaid), paidOn: '2026-11-22' },
    };
    given(customerCreated, paidTomorrow)
      .when(pay({ paidOn: '2026-11-22' }))
      .thenNothing();
  });
  test('is refused beyond 500, except payments of conversions', () => {
    const payments = createMany(
      quantities.paymentsOfCustomer,
      (paymentId): CustomerEvent =>
        ({ ...secondPaid, data: { ...dataOf(secondPaid), paymentId } }) as CustomerEvent,
    );
    given(customerCreated, ...payments)
      .when(pay())
      .thenRefused('too-many-payments', 'amountPaise');
    given(customerCreated, ...payments.slice(1))
      .when(pay())
      .then(secondPaid);
    given(customerCreated, ...payments)
      .when(create({ payment: dataOf<'PaymentRecorded'>(secondPaid) }))
      .then(secondPaid);
  });
  test('accepts empty reference and notes', () =>
    expect(
      customerCommands.RecordPayment.data.parse({ ...pay().data, reference: '', notes: ' ' }),
    ).toMatchObject({
      reference: undefined,
      notes: undefined,
    }));
  test('may be made today', () =>
    given(customerCreated)
      .when(pay({ paidOn: today }))
      .then({
        type: 'PaymentRecorded',
        data: { ...dataOf<'PaymentRecorded'>(secondPaid), paidOn: today },
      }));
  test('cannot be made after today', () =>
    given(customerCreated)
      .when(pay({ paidOn: '2026-11-22' }))
      .thenRefused('payment-in-the-future', 'paidOn'));
  test.each([
    ['0026-11-20', 'year-of-two-digits'],
    ['1999-12-31', 'day-before-2000'],
  ] as const)('cannot be made on %s', (paidOn, code) =>
    given(customerCreated).when(pay({ paidOn })).thenRefused(code, 'paidOn'),
  );
  test('is at most ₹100 crore', () =>
    expect(
      customerCommands.RecordPayment.data.safeParse({ ...pay().data, amountPaise: 100_000_000_001 })
        .error?.issues[0],
    ).toMatchObject({
      path: ['amountPaise'],
      message: 'At most ₹100 crore',
    }));
  test.each([0, -1, 0.5, Number.NaN])('of %d paise is refused', (amountPaise) =>
    expect(
      customerCommands.RecordPayment.data.safeParse({ ...pay().data, amountPaise }).error
        ?.issues[0],
    ).toMatchObject({
      path: ['amountPaise'],
      message: 'Please enter a valid amount',
    }),
  );
});

describe('a project', () => {
  const add = (more: Partial<Data<'AddProject'>> = {}): CustomerCommand => ({
    type: 'AddProject',
    data: { customerId, ...dataOf<'ProjectAdded'>(projectAdded), ...more },
  });
  const update = (
    changes: Omit<Data<'UpdateProject'>, 'customerId' | 'projectId'>,
  ): CustomerCommand => ({
    type: 'UpdateProject',
    data: { customerId, projectId, ...changes },
  });

  test('is added', () => given(customerCreated).when(add()).then(projectAdded));
  test('sent twice is added once', () =>
    given(customerCreated, projectAdded).when(add()).thenNothing());
  test('sent twice is added once, even after updates', () =>
    given(customerCreated, projectAdded, projectUpdated).when(add()).thenNothing());
  test('with its updated values under a known id is refused', () =>
    given(customerCreated, projectAdded, projectUpdated)
      .when(add({ progressPercent: 40 }))
      .thenRefused('project-exists'));
  test('is refused beyond 200', () => {
    const projects = createMany(
      quantities.projectsOfCustomer,
      (id): CustomerEvent =>
        ({ ...projectAdded, data: { ...dataOf(projectAdded), projectId: id } }) as CustomerEvent,
    );
    given(customerCreated, ...projects)
      .when(add())
      .thenRefused('too-many-projects', 'name');
    given(customerCreated, ...projects.slice(1))
      .when(add())
      .then(projectAdded);
  });
  test('with another name under a known id is refused', () =>
    given(customerCreated, projectAdded)
      .when(add({ name: 'Carport' }))
      .thenRefused('project-exists'));
  test('needs only a name', () =>
    expect(
      customerCommands.AddProject.data.parse({ customerId, projectId, name: 'Rooftop' }),
    ).toMatchObject({
      status: 'Planning',
      progressPercent: 0,
    }));
  test('cannot end before it starts', () =>
    given(customerCreated)
      .when(add({ endsOn: '2026-11-30' }))
      .thenRefused('project-ends-before-it-starts', 'endsOn'));
  test('records only changed fields', () =>
    given(customerCreated, projectAdded)
      .when(
        update({
          name: 'Rooftop, 12 kW',
          startsOn: '2026-12-01',
          status: 'In Progress',
          progressPercent: 40,
          description: null,
        }),
      )
      .then(projectUpdated));
  test('updated without changes records nothing', () =>
    given(customerCreated, projectAdded)
      .when(update({ progressPercent: 0 }))
      .thenNothing());
  test('cannot be updated to end before it starts', () =>
    given(customerCreated, projectAdded)
      .when(update({ endsOn: '2026-11-30' }))
      .thenRefused('project-ends-before-it-starts', 'endsOn'));
  test('that does not exist is not found', () =>
    given(customerCreated)
      .when(update({ progressPercent: 1 }))
      .thenRefused('project-not-found', 'projectId'));
});

describe('an invoice', () => {
  const add = (more: Partial<Data<'AddInvoice'>> = {}): CustomerCommand => ({
    type: 'AddInvoice',
    data: { customerId, ...dataOf<'InvoiceAdded'>(invoiceAdded), ...more },
  });
  const change = (status: Data<'ChangeInvoiceStatus'>['status']): CustomerCommand => ({
    type: 'ChangeInvoiceStatus',
    data: { customerId, invoiceId, status },
  });

  test('is added', () => given(customerCreated).when(add()).then(invoiceAdded));
  test('sent twice is added once, even if paid meanwhile', () => {
    given(customerCreated, invoiceAdded).when(add()).thenNothing();
    given(customerCreated, invoiceAdded, invoicePaid).when(add()).thenNothing();
  });
  test('is refused beyond 500', () => {
    const invoices = createMany(
      quantities.invoicesOfCustomer,
      (id): CustomerEvent =>
        ({
          ...invoiceAdded,
          data: { ...dataOf(invoiceAdded), invoiceId: id, number: id },
        }) as CustomerEvent,
    );
    given(customerCreated, ...invoices)
      .when(add())
      .thenRefused('too-many-invoices', 'number');
    given(customerCreated, ...invoices.slice(1))
      .when(add())
      .then(invoiceAdded);
  });
  test('with another status under a known id is refused', () =>
    given(customerCreated, invoiceAdded)
      .when(add({ status: 'Cancelled' }))
      .thenRefused('invoice-exists'));
  test('with another amount under a known id is refused', () =>
    given(customerCreated, invoiceAdded)
      .when(add({ amountPaise: 1 }))
      .thenRefused('invoice-exists'));
  test('has a unique number, ignoring spaces and case', () =>
    given(customerCreated, invoiceAdded)
      .when(add({ invoiceId: projectId, number: 'ft/2026/014' }))
      .thenRefused('invoice-number-taken', 'number'));
  test.each(['FT / 2026 / 014', 'ＦＴ／２０２６／０１４', 'FT/2026/०१४', 'FT/2026/\u200b014'])(
    'with the equal number %j is refused',
    (number) =>
      given(customerCreated, invoiceAdded)
        .when(add({ invoiceId: projectId, number }))
        .thenRefused('invoice-number-taken', 'number'),
  );
  test.each([
    [{ issuedOn: '0026-11-01' }, 'year-of-two-digits', 'issuedOn'],
    [{ issuedOn: '1999-12-31' }, 'day-before-2000', 'issuedOn'],
    [{ issuedOn: '2036-11-22', dueOn: '2036-11-22' }, 'day-over-ten-years-ahead', 'issuedOn'],
    [{ dueOn: '2036-11-22' }, 'day-over-ten-years-ahead', 'dueOn'],
  ] as const)('with %j is refused', (days, code, field) =>
    given(customerCreated).when(add(days)).thenRefused(code, field),
  );
  test('may be due in ten years', () =>
    given(customerCreated)
      .when(add({ dueOn: '2036-11-21' }))
      .then({
        type: 'InvoiceAdded',
        data: { ...dataOf<'InvoiceAdded'>(invoiceAdded), dueOn: '2036-11-21' },
      }));
  test('cannot be due before it is issued', () =>
    given(customerCreated)
      .when(add({ dueOn: '2026-10-31' }))
      .thenRefused('invoice-due-before-it-is-issued', 'dueOn'));
  test('is paid', () =>
    given(customerCreated, invoiceAdded).when(change('Paid')).then(invoicePaid));
  test('that is paid already changes nothing', () =>
    given(customerCreated, invoiceAdded, invoicePaid).when(change('Paid')).thenNothing());
  test('that does not exist is not found', () =>
    given(customerCreated).when(change('Paid')).thenRefused('invoice-not-found', 'invoiceId'));
});

describe('the payment status', () => {
  const statusAfter = (...events: CustomerEvent[]) =>
    computePaymentStatus(
      events.reduce<Customer>(
        customerAggregate.evolve,
        customerAggregate.initialState,
      ) as OpenCustomer,
      today,
    );
  const createdWithoutValue: CustomerEvent = {
    type: 'CustomerCreated',
    data: { ...customerDetails, stage: 'Paid' },
  };

  test('is Pending without payments', () => expect(statusAfter(customerCreated)).toBe('Pending'));
  test('is Partial with some payments', () =>
    expect(statusAfter(customerCreated, firstPaid)).toBe('Partial'));
  test('is Paid when payments reach the value', () =>
    expect(statusAfter(customerCreated, firstPaid, secondPaid)).toBe('Paid'));
  test('is Partial without an entered value', () =>
    expect(statusAfter(createdWithoutValue, firstPaid, secondPaid)).toBe('Partial'));
  test('is Overdue while an unpaid invoice is past due, even after part payments', () =>
    expect(statusAfter(customerCreated, firstPaid, invoiceAdded)).toBe('Overdue'));
  test('is Paid at the full value, even with an unpaid invoice past due', () =>
    expect(statusAfter(customerCreated, firstPaid, secondPaid, invoiceAdded)).toBe('Paid'));
  test('is Overdue while an unpaid invoice is past due', () =>
    expect(statusAfter(customerCreated, invoiceAdded)).toBe('Overdue'));
  test('is not Overdue once that invoice is paid', () =>
    expect(statusAfter(customerCreated, invoiceAdded, invoicePaid)).toBe('Pending'));
  test('can be set by an admin', () =>
    expect(statusAfter(customerCreated, firstPaid, overridden)).toBe('Overdue'));
  test('can be overridden, and derived again', () => {
    givenToAdmin(customerCreated)
      .when({ type: 'OverridePaymentStatus', data: { customerId, status: 'Overdue' } })
      .then(overridden);
    givenToAdmin(customerCreated, overridden)
      .when({ type: 'OverridePaymentStatus', data: { customerId } })
      .then({ type: 'PaymentStatusOverridden', data: {} });
  });
});

test('the overdue amount is that of invoices past due, and at most what is to be collected', () => {
  const invoice = { status: 'Sent', dueOn: '2026-11-01', amountPaise: 30 } as const;
  const invoices = [invoice, { ...invoice, dueOn: '2026-11-29' }, { ...invoice, dueOn: undefined }];
  const customer = { paymentStatus: 'Overdue', projectValuePaise: 100, paidPaise: 60 } as const;
  const computeOverdue = (more: object) =>
    overduePaise({ ...customer, invoices, ...more }, '2026-11-29');
  expect(computeOverdue({})).toBe(30);
  expect(computeOverdue({ invoices: [invoice, invoice] })).toBe(40);
  expect(computeOverdue({ paymentStatus: 'Paid' })).toBe(0);
});

/** Events of a decision; an empty list if it is refused. */
function decideUnlessRefused(decide: () => readonly CustomerEvent[]): readonly CustomerEvent[] {
  try {
    return decide();
  } catch (error) {
    if (error instanceof Refusal) return [];
    throw error;
  }
}

test('in 10,000 random sequences of conversions and payments, the paid amount is the sum of recorded payments', () => {
  const amounts = fc.integer({ min: 1, max: 100_000_000_000 });
  const ids = fc.constantFrom(
    ...Array.from({ length: 6 }, (_, n) => `0190a6c2-5f1e-7c3a-9b1d-2f6f0d5e8c0${n}`),
  );
  const payment = fc.record({
    paymentId: ids,
    amountPaise: amounts,
    paidOn: fc.constant(today),
    method: fc.constant('Cash' as const),
  });
  const command: fc.Arbitrary<CustomerCommand> = fc.oneof(
    fc
      .record({
        payment: fc.option(payment, { nil: undefined }),
        projectValuePaise: fc.option(amounts, { nil: undefined }),
      })
      .map((more) => create(more)),
    payment.map((data) => ({ type: 'RecordPayment' as const, data: { customerId, ...data } })),
    amounts.map((projectValuePaise) => ({
      type: 'EditCustomer' as const,
      data: { customerId, projectValuePaise },
    })),
  );
  fc.assert(
    fc.property(fc.array(command, { maxLength: 12 }), (commands) => {
      let state = customerAggregate.initialState;
      const log: CustomerEvent[] = [];
      for (const [index, each] of commands.entries()) {
        if (state.phase === 'unknown' && each.type !== 'CreateCustomer') continue;
        const events = decideUnlessRefused(() =>
          customerAggregate.decide(each, state, {
            ...context,
            randomness: String(index).padStart(32, '0'),
          }),
        );
        log.push(...events);
        state = events.reduce(customerAggregate.evolve, state);
      }
      if (state.phase !== 'open') return;
      const recorded = log.flatMap((event) =>
        event.type === 'PaymentRecorded' ? [event.data] : [],
      );
      const sum = recorded.reduce((total, { amountPaise }) => total + BigInt(amountPaise), 0n);
      expect(new Set(recorded.map(({ paymentId }) => paymentId)).size).toBe(recorded.length);
      expect(BigInt(sumPayments(state))).toBe(sum);
      expect(log.filter(({ type }) => type === 'CustomerCreated')).toHaveLength(1);
      expect(computeProjectValue(state)).toBe(state.projectValuePaise ?? sumPayments(state));
    }),
    { numRuns: countRuns(10_000) },
  );
});

describe('days of a project', () => {
  const add = (more: object): CustomerCommand => ({
    type: 'AddProject',
    data: { customerId, ...dataOf<'ProjectAdded'>(projectAdded), ...more },
  });
  const update = (more: object): CustomerCommand => ({
    type: 'UpdateProject',
    data: { customerId, projectId, ...more },
  });
  test.each([
    [{ startsOn: '0026-11-27' }, 'year-of-two-digits', 'startsOn'],
    [{ startsOn: '1999-12-31' }, 'day-before-2000', 'startsOn'],
    [{ endsOn: '2036-11-22' }, 'day-over-ten-years-ahead', 'endsOn'],
    [{ estimatedCompletionOn: '9999-12-31' }, 'day-over-ten-years-ahead', 'estimatedCompletionOn'],
  ] as const)('with %j are refused', (days, code, field) => {
    given(customerCreated).when(add(days)).thenRefused(code, field);
    given(customerCreated, projectAdded).when(update(days)).thenRefused(code, field);
  });
  test('that are recorded may stay when other fields are edited', () => {
    const projectOfYear26 = {
      ...projectAdded,
      data: { ...projectAdded.data, startsOn: '0026-11-27' },
    } as CustomerEvent;
    given(customerCreated, projectOfYear26)
      .when(update({ progressPercent: 77 }))
      .then({ type: 'ProjectUpdated', data: { projectId, changes: { progressPercent: 77 } } });
  });
  test('are limited like the start of the project in the customer’s details', () => {
    const edit = (projectStartsOn: string): CustomerCommand => ({
      type: 'EditCustomer',
      data: { customerId, projectStartsOn },
    });
    given(customerCreated)
      .when(edit('0026-11-27'))
      .thenRefused('year-of-two-digits', 'projectStartsOn');
    given(customerCreated)
      .when(edit('2036-11-22'))
      .thenRefused('day-over-ten-years-ahead', 'projectStartsOn');
  });
});
