import { expect, test } from '@jest/globals';
import type { Message, Messages } from './messages.js';

/** What every adapter promises. @param sent the messages that have reached somebody, oldest first */
export function messagesContract<Adapter extends Messages>(open: () => Adapter, sent: (adapter: Adapter) => readonly Message[]) {
  const message = { to: '+919876543210', text: 'Your code is 123456', code: '123456' };

  test('a message is sent as it was given', async () => {
    const messages = open();
    await messages.send('1', message);
    await messages.send('2', { to: '+911111111111', text: 'Welcome' });
    expect(sent(messages)).toMatchObject([message, { to: '+911111111111', text: 'Welcome' }]);
  });

  test('sending under the same id again is sending once', async () => {
    const messages = open();
    await Promise.all([messages.send('1', message), messages.send('1', message)]);
    await messages.send('1', message);
    expect(sent(messages)).toHaveLength(1);
  });
}
