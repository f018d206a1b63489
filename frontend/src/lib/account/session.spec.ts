/** @jest-environment ./test/browser-environment.mjs */
import 'fake-indexeddb/auto';
import { expect, test } from '@jest/globals';
import { until } from '../../../../test/acceptance/product/until.js';
import { identity } from './identity.js';
import { queryClient, sessionKey } from '../query-client.js';
import { refreshSession } from './session.js';

test('ignores the answer of a superseded request', async () => {
  const answers: ((response: Response) => void)[] = [];
  Object.assign(globalThis, {
    fetch: () => new Promise<Response>((resolve) => answers.push(resolve)),
  });
  const first = refreshSession().catch(() => undefined);
  await until(() => answers.length === 1);
  await queryClient.cancelQueries({ queryKey: sessionKey });
  const second = refreshSession();
  await until(() => answers.length === 2);
  answers[1]!(Response.json({ code: 'signed-out' }, { status: 401 }));
  expect(await second).toBeNull();
  answers[0]!(Response.json({ account: { id: 'asha' }, organization: { id: 'org' } }));
  await first;
  await new Promise((resolve) => setTimeout(resolve));
  expect(identity().accountId).toBeUndefined();
});
