import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import type { PushSubscription } from '../integrations/push/web-push.js';

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
    // A message begins with 16 bytes of salt, 4 of record size, and 1 with the length of the key.
    const salt = body.subarray(0, 16);
    const keyEnd = 21 + body[20]!;
    const sender = body.subarray(21, keyEnd);
    const sealed = body.subarray(keyEnd);
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.publicKey, sender]);
    const secret = hkdfSync('sha256', this.pair.computeSecret(sender), this.auth, info, 32);
    const derive = (what: string, bytes: number) =>
      Buffer.from(
        hkdfSync('sha256', Buffer.from(secret), salt, `Content-Encoding: ${what}\0`, bytes),
      );
    const cipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
    cipher.setAuthTag(sealed.subarray(-16));
    const text = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
    // The byte 2 ends the last record.
    return text.subarray(0, text.lastIndexOf(2)).toString('utf8');
  }
}
