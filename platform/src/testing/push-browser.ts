import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import type { PushSubscription } from '../integrations/push/web-push.js';

/** A message begins with the salt, the record's size, and the length of the sender's key. */
const SALT_BYTES = 16;
const KEY_LENGTH_OFFSET = SALT_BYTES + 4;
const TAG_BYTES = 16;
/** Byte after the text of the last record. */
const LAST_RECORD_END = 2;

/**
 * Browser that receives push messages: its keys, and the decryption of a message (RFC 8291, one
 * record of aes128gcm).
 */
export class PushBrowser {
  private readonly pair = createECDH('prime256v1');
  private readonly publicKey = this.pair.generateKeys();
  private readonly auth = randomBytes(16);

  get keys(): PushSubscription['keys'] {
    return { p256dh: this.publicKey.toString('base64url'), auth: this.auth.toString('base64url') };
  }

  /** @throws Error if the message was encrypted for another browser */
  read(body: Buffer): string {
    const salt = body.subarray(0, SALT_BYTES);
    const keyStart = KEY_LENGTH_OFFSET + 1;
    const keyEnd = keyStart + body[KEY_LENGTH_OFFSET]!;
    const sender = body.subarray(keyStart, keyEnd);
    const sealed = body.subarray(keyEnd);
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.publicKey, sender]);
    const secret = hkdfSync('sha256', this.pair.computeSecret(sender), this.auth, info, 32);
    const derive = (what: string, bytes: number) =>
      Buffer.from(
        hkdfSync('sha256', Buffer.from(secret), salt, `Content-Encoding: ${what}\0`, bytes),
      );
    const cipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
    cipher.setAuthTag(sealed.subarray(-TAG_BYTES));
    const text = Buffer.concat([cipher.update(sealed.subarray(0, -TAG_BYTES)), cipher.final()]);
    return text.subarray(0, text.lastIndexOf(LAST_RECORD_END)).toString('utf8');
  }
}
