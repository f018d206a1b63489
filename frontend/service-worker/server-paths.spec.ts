import { expect, test } from '@jest/globals';
import { isServerPath } from './server-paths.js';

test.each([
  '/products/x/share',
  '/q/00112233445566778899aabbccddeeff',
  '/packages/x/share/',
  '/Products/X/SHARE//',
  '/demo',
  '/api/leads',
  '/socket.io/',
  '/dev/inbox',
])('%s is answered by the server', (path) => expect(isServerPath(path)).toBe(true));
test.each(['/demonstrations', '/leads', '/products/x', '/products/x/shared'])(
  '%s is a screen of the app',
  (path) => expect(isServerPath(path)).toBe(false),
);
