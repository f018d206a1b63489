import { hash } from 'node:crypto';

/** UUIDv5 (RFC 9562): the same id for the same name under the same id. Every event of ours is named so: it is made of one SHA-1, not of a library's arrays. */
export function nameBasedId(name: string, namespace: string): string {
  const digest = hash('sha1', Buffer.concat([Buffer.from(namespace.replaceAll('-', ''), 'hex'), Buffer.from(name)]), 'hex');
  const variant = ((Number.parseInt(digest.slice(16, 18), 16) & 0x3f) | 0x80).toString(16);
  return `${digest.slice(0, 8)}-${digest.slice(8, 12)}-5${digest.slice(13, 16)}-${variant}${digest.slice(18, 20)}-${digest.slice(20, 32)}`;
}
