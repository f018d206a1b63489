import { expect, test } from '@jest/globals';
import type { OutgoingMessage, Messages } from './messages.js';

/**
 * Contract of every message adapter.
 * @param sent the messages that have reached somebody, oldest first
 */
export function messagesContract<Adapter extends Messages>(
  open: () => Adapter,
  sent: (adapter: Adapter) => readonly OutgoingMessage[],
) {
  const message = { to: '+919876543210', text: 'Your code is 123456', code: '123456' };

  test('a message is sent unchanged', async () => {
    const messages = open();
    await messages.send('1', message);
    await messages.send('2', { to: '+911111111111', text: 'Welcome' });
    await messages.send('3', { to: '+911111111111', text: 'नमस्ते, ₹ 1,20,000 “net” & more' });
    expect(sent(messages)).toMatchObject([
      message,
      { to: '+911111111111', text: 'Welcome' },
      { to: '+911111111111', text: 'नमस्ते, ₹ 1,20,000 “net” & more' },
    ]);
  });

  test('sending twice under one id sends once', async () => {
    const messages = open();
    await Promise.all([messages.send('1', message), messages.send('1', message)]);
    await messages.send('1', message);
    expect(sent(messages)).toHaveLength(1);
  });

  test('simultaneous messages are each sent once', async () => {
    const messages = open();
    const codes = Array.from({ length: 30 }, (_, index) => String(100_000 + index));
    await Promise.all(
      codes.map((code) =>
        messages.send(code, { to: '+919876543210', text: `Your code is ${code}`, code }),
      ),
    );
    expect(
      sent(messages)
        .map(({ code }) => code)
        .sort(),
    ).toEqual(codes);
  });

  test('equal texts to two people, or twice to one, are two messages', async () => {
    const messages = open();
    await messages.send('1', message);
    await messages.send('2', message);
    await messages.send('3', { ...message, to: '+911111111111' });
    expect(sent(messages)).toHaveLength(3);
  });
}
