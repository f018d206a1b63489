import { describe, expect, it } from '@jest/globals';
import type { CommandName } from '#domain/commands.js';
import { checkInput, isOptional, readForm, lengthError } from './command-input.js';

const today = '2026-11-21';
const id = '01980000-0000-7000-8000-000000000001';
const checkValues = (name: CommandName, values: object, untypedFields: object = {}) => {
  const input = readForm(name, values, untypedFields, {});
  return checkInput(name, input, input, today);
};

describe('the form of a lead', () => {
  const empty = {
    phone: '',
    firstName: '',
    lastName: '',
    type: '',
    city: '',
    siteName: '',
    landmark: '',
    followUpOn: '',
    note: '',
  };
  const typed = {
    ...empty,
    phone: '98220 41736',
    firstName: 'Rajesh',
    lastName: 'Deshmukh',
    type: 'Owner',
    city: 'Pune',
  };
  const messages = (values: object) =>
    checkValues('CreateLead', values, { leadId: id }).errors ?? {};

  it('accepts a name, a number, a type and a city', () =>
    expect(checkValues('CreateLead', typed, { leadId: id }).data).toEqual({
      leadId: id,
      phone: '+919822041736',
      firstName: 'Rajesh',
      lastName: 'Deshmukh',
      type: 'Owner',
      city: 'Pune',
    }));
  it('names every missing field', () =>
    expect(messages(empty)).toEqual({
      phone: 'Phone number is required',
      firstName: 'First name is required',
      lastName: 'Last name is required',
      type: 'Choose the type of lead',
      city: 'City is required',
    }));
  it('counts the digits of a number that is too short', () => {
    expect(messages({ ...typed, phone: '98220 4173' })).toEqual({
      phone: 'Enter a 10-digit number; this one has 9',
    });
    expect(messages({ ...typed, phone: '+1 23' })).toEqual({
      phone: 'Please enter a valid phone number',
    });
  });
  it.each(['9822041736', '09822041736', '91 98220 41736', '+44 20 7946 0958'])(
    'accepts %s as a number',
    (phone) => expect(messages({ ...typed, phone })).toEqual({}),
  );
  it('refuses a visit before today, together with the other errors', () => {
    expect(messages({ ...typed, city: ' ', followUpOn: '2026-11-20' })).toEqual({
      city: 'City is required',
      followUpOn: 'The next visit date cannot be before today.',
    });
    expect(messages({ ...typed, followUpOn: today })).toEqual({});
  });
});

describe('an amount', () => {
  const checkAmount = (typed: string) =>
    checkValues(
      'UploadQuotation',
      { amountPaise: typed, notes: '' },
      { leadId: id, quotationId: id },
    );

  it('is typed in rupees and sent in paise', () =>
    expect(checkAmount('₹4,82,500.5').data).toMatchObject({ amountPaise: 48_250_050 }));
  it.each(['', 'some', '-5', '0'])('is refused for %j', (typed) =>
    expect(checkAmount(typed).errors).toEqual({ amountPaise: 'Please enter a valid amount' }),
  );
  it.each(['1.123', '1.123456789012'])('has at most two decimals, unlike %j', (typed) =>
    expect(checkAmount(typed).errors).toEqual({ amountPaise: 'An amount can have two decimals' }),
  );
});

describe('values as people type them', () => {
  const checkBill = (amountPaise: string) =>
    checkValues('SubmitBill', { amountPaise, type: 'Food', spentOn: today }, { billId: id }) as {
      data?: { amountPaise: number };
      errors?: object;
    };
  it.each([
    ['500/-', 50_000],
    ['Rs. 1,23,456.50', 12_345_650],
    ['५००', 50_000],
    ['.5', 50],
  ])('%s is an amount', (typed, paise) => expect(checkBill(typed).data?.amountPaise).toBe(paise));
  it('explains the format of an ambiguous amount', () =>
    expect(checkBill('1,50').errors).toEqual({
      amountPaise: 'Write decimals with a point, such as 1.50',
    }));
  it.each([
    ['', 0],
    // zero-width space
    ['\u200b', 0],
    ['2.5 %', 250],
    ['७.२५', 725],
  ])('%j is a discount', (typed, minDiscountBasisPoints) =>
    expect(
      readForm(
        'EditProduct',
        { minDiscountBasisPoints: typed },
        {},
        { edits: true, whenEmpty: { minDiscountBasisPoints: 0 } },
      ),
    ).toEqual({ minDiscountBasisPoints }),
  );
  it.each([
    ['45', 45],
    ['४५ %', 45],
    ['1e2', '1e2'],
    ['0x10', '0x10'],
  ])('%s is a percentage only in digits', (typed, progressPercent) =>
    expect(readForm('UpdateProject', { progressPercent: typed }, {}, { edits: true })).toEqual({
      progressPercent,
    }),
  );
  it('names the highest amount if a larger one is typed', () =>
    expect(
      checkValues('EditProduct', { mrpPaise: '20,00,00,000' }, { productId: id }).errors,
    ).toEqual({
      mrpPaise: 'At most ₹10 crore',
    }));
  it('refuses a phone number with an extension', () =>
    expect(
      checkValues(
        'InviteMember',
        { name: 'Asha', phone: '+91 98200 41001 ext 12' },
        { invitationId: id },
      ).errors,
    ).toEqual({
      phone: 'Enter the number without an extension',
    }));
});

describe('an empty field', () => {
  it('is left out when creating, and removed when editing', () => {
    expect(readForm('AddProject', { startsOn: ' ' }, {}, {})).toEqual({ startsOn: undefined });
    expect(readForm('UpdateProject', { startsOn: ' ' }, {}, { edits: true })).toEqual({
      startsOn: null,
    });
  });
  it('is valid if the command allows it and the form does not list it as required', () => {
    expect(isOptional('ConvertLead', 'reference', { required: ['paidOn'] })).toBe(true);
    expect(isOptional('ConvertLead', 'paidOn', { required: ['paidOn'] })).toBe(false);
    expect(isOptional('EditCustomer', 'landmark', { edits: true })).toBe(true);
    expect(isOptional('EditCustomer', 'firstName', { edits: true })).toBe(false);
  });
  it('is invalid if the command has a default value for it', () =>
    expect(isOptional('AddProject', 'status', {})).toBe(false));
});

it('a rule about two fields knows the unchanged values of an edit', () =>
  expect(
    checkInput(
      'UpdateProject',
      { customerId: id, projectId: id, endsOn: '2026-01-01' },
      { customerId: id, projectId: id, startsOn: '2026-02-01', endsOn: '2026-01-01' },
      today,
    ).errors,
  ).toEqual({ endsOn: 'The end date cannot be before the start date.' }));

describe('the length check', () => {
  it.each([
    ['CreateLead', 'firstName', 120],
    ['CreateLead', 'siteName', 120],
    ['EditCustomer', 'billingAddress', 2_000],
    ['RecordVisit', 'notes', 2_000],
  ] as const)('of %s, %s accepts at most %d characters', (name, field, maxLength) => {
    expect(lengthError(name, field, 'a'.repeat(maxLength))).toBeUndefined();
    expect(lengthError(name, field, 'a'.repeat(maxLength + 1))).toBe(
      `At most ${maxLength.toLocaleString('en-IN')} characters`,
    );
  });
  it('ignores amounts, other errors, and fields that the command does not have', () => {
    expect(lengthError('RecordPayment', 'amountPaise', '9'.repeat(3_000))).toBeUndefined();
    expect(lengthError('CreateLead', 'firstName', ' ')).toBeUndefined();
    expect(lengthError('CreateLead', 'files', 'a'.repeat(3_000))).toBeUndefined();
  });
});
