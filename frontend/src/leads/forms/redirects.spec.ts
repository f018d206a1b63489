import { describe, expect, it } from '@jest/globals';
import { afterSaving } from './redirects.js';

describe('the screen after a form', () => {
  it('is the record’s own by default', () => {
    expect(afterSaving(null, 'lead-1')).toBe('/leads/lead-1');
  });
  it('is a listed screen, with the lead', () => {
    expect(afterSaving('leads', 'lead-1')).toBe('/leads?leadId=lead-1');
    expect(afterSaving('visits/new', 'lead-1')).toBe('/visits/new?leadId=lead-1');
  });
  it.each([
    'https://evil.example',
    '//evil.example',
    '/leads',
    'constructor',
    '__proto__',
    'javascript:alert(1)',
    '',
  ])('is never %s', (redirect) => {
    expect(afterSaving(redirect, 'lead-1')).toBe('/leads/lead-1');
  });
});
