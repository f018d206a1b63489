import { describe, expect, it } from '@jest/globals';
import { changesBetween, detailsOf, emptyLead, leadForm, valuesOf } from './lead-form.schema.js';

const typed = { ...emptyLead, phone: '98220 41736', firstName: 'Rajesh', lastName: 'Deshmukh', type: 'Owner' as const, city: 'Pune' };
const messages = (values: object): Record<string, string> =>
  Object.fromEntries(
    leadForm('2026-11-21')
      .safeParse(values)
      .error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? [],
  );

describe('the lead form', () => {
  it('takes a name, a number, a type and a city', () => {
    const result = leadForm('2026-11-21').parse(typed);
    expect(detailsOf(result, { place: undefined, photoFileIds: ['front'] })).toEqual({
      phone: '+919822041736',
      firstName: 'Rajesh',
      lastName: 'Deshmukh',
      type: 'Owner',
      city: 'Pune',
      photoFileIds: ['front'],
    });
  });
  it('says of every field that is missing what it is', () => {
    expect(messages(emptyLead)).toEqual({
      phone: 'Phone number is required',
      firstName: 'First name is required',
      lastName: 'Last name is required',
      type: 'Choose the type of lead',
      city: 'City is required',
    });
  });
  it('counts the digits of a number that is too short', () => {
    expect(messages({ ...typed, phone: '98220 4173' })).toEqual({ phone: 'Enter a 10-digit number; this one has 9' });
    expect(messages({ ...typed, phone: '+1 23' })).toEqual({ phone: 'Please enter a valid phone number' });
  });
  it.each(['9822041736', '09822041736', '91 98220 41736', '+44 20 7946 0958'])('takes %s as a number', (phone) => {
    expect(messages({ ...typed, phone })).toEqual({});
  });
  it('plans no visit before today', () => {
    expect(messages({ ...typed, followUpOn: '2026-11-20' })).toEqual({ followUpOn: 'The next visit date cannot be before today.' });
    expect(messages({ ...typed, followUpOn: '2026-11-21' })).toEqual({});
  });
  it('edits only what is different, and says null for what was taken away', () => {
    const before = {
      phone: '+919822041736',
      firstName: 'Rajesh',
      lastName: 'Deshmukh',
      type: 'Owner' as const,
      city: 'Pune',
      siteName: 'Residency',
      photoFileIds: ['front', 'roof'],
    };
    const same = detailsOf(leadForm('2026-11-21').parse(valuesOf(before)), { place: undefined, photoFileIds: ['front', 'roof'] });
    expect(changesBetween(before, same)).toEqual({});
    expect(changesBetween(before, { ...same, city: 'Nashik', siteName: undefined })).toEqual({ city: 'Nashik', siteName: null });
    expect(changesBetween(before, { ...same, photoFileIds: ['roof'] })).toEqual({ photoFileIds: ['roof'] });
  });
});
