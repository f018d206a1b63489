import { expect, test } from '@jest/globals';
import { isPlainName, organizationName } from './organization-name.js';

test.each([
  'Sharma Solar',
  'M.K.Traders',
  'S. R. Enterprises Pvt.Ltd.',
  'sharma pvt.ltd',
  'Sharma & Sons (Est. 1984-2024)',
  'No. 1 Interiors, Sector 62',
  'सूर्योदय सोलर',
  '3M India',
  'A1 Steel / Cement',
])('%s is a name', (name) => expect(organizationName.safeParse(name).success).toBe(true));

test.each([
  'Prod {2} http://evil.example {0}',
  'https://evil.example',
  'Call www.Evil',
  'evil.in',
  'Win at bit.ly/abc now',
  'WA.ME/919876543210',
  'EVIL.COM',
  'evil\u200b.in',
  'evil．in',
  'evil。com',
  'mail me@bank',
  'Bank 98765 43210',
  'Bank +91-98765-43210',
  'Bank (044) 2345-6789 0',
  'बैंक ९८७६५४३२१०',
  'Bank 9.8.7.6.5.4.3.2.1.0',
])('%s is not a name', (name) => {
  expect(isPlainName(name)).toBe(false);
  expect(organizationName.safeParse(name).error?.issues[0]?.message).toBe(
    'Enter the name without a web address, an e-mail address or a phone number',
  );
});
