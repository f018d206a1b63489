import { randomBytes } from 'node:crypto';

const bytesAtOnce = 4_096;
let ready = Buffer.alloc(0);
let used = 0;

/** Random bytes that nobody else is given: few are wanted at a time, and asking the source costs the same for few and many. At most 4,096. */
export function freshBytes(count: number): Uint8Array {
  if (used + count > ready.length) {
    ready = randomBytes(bytesAtOnce);
    used = 0;
  }
  const bytes = Uint8Array.prototype.slice.call(ready, used, used + count);
  // What was given is not kept here too.
  ready.fill(0, used, used + count);
  used += count;
  return bytes;
}
