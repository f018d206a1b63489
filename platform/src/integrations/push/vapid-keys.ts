import { createECDH, hkdfSync } from 'node:crypto';

/** The order of the curve P-256: a private key is less. */
const order = BigInt('0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551');

/**
 * The key pair by which push services and browsers know this installation. It is derived from the signing key, so that it is made with
 * it at the first start, is the same in every process, and is moved and backed up with it.
 */
export function vapidKeys(signing: Uint8Array): { readonly publicKey: string; readonly privateKey: string } {
  // 16 bytes more than the order has: the remainder is as good as evenly spread.
  const derived = Buffer.from(hkdfSync('sha256', signing, '', 'fieldtrace vapid', 48));
  const scalar = (BigInt(`0x${derived.toString('hex')}`) % (order - 1n)) + 1n;
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex'));
  return { publicKey: pair.getPublicKey('base64url'), privateKey: Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex').toString('base64url') };
}
