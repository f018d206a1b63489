import { expect, test } from '@jest/globals';
import { installable } from '../../pwa.config.js';

/** Workbox asks with the path and its query. */
const isOfServer = (address: string): boolean => installable.workbox!.navigateFallbackDenylist!.some((denied) => denied.test(address));

test.each(['/products/x/share', '/products/x/share?fbclid=abc', '/packages/x/share/', '/packages/x/share/?utm_source=wa', '/Products/X/SHARE//'])(
  'the public page %s is the server’s also where the app is installed',
  (address) => expect(isOfServer(address)).toBe(true),
);
test.each(['/demo', '/demo?from=landing'])('%s, which signs in to the sandbox, is the server’s', (address) => expect(isOfServer(address)).toBe(true));
test.each(['/demonstrations', '/leads', '/products/x', '/products/x/shared'])('%s is the app’s', (address) =>
  expect(isOfServer(address)).toBe(false),
);
