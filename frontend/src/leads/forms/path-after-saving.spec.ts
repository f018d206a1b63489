import { describe, expect, it } from '@jest/globals';
import { pathAfterSaving } from './path-after-saving.js';

describe('the screen after a form', () => {
  it('is the record’s own by default', () => {
    expect(pathAfterSaving(null, 'lead-1')).toBe('/leads/lead-1');
  });
  it('is an allowed screen, with the lead’s id', () => {
    expect(pathAfterSaving('leads', 'lead-1')).toBe('/leads?leadId=lead-1');
    expect(pathAfterSaving('visits/new', 'lead-1')).toBe('/visits/new?leadId=lead-1');
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
    expect(pathAfterSaving(redirect, 'lead-1')).toBe('/leads/lead-1');
  });
});
