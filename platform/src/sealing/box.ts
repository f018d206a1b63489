import { createCipheriv, createDecipheriv } from 'node:crypto';
import { type RecordedEvent, UnreadableLog } from '../event-log/event-log.js';
import { freshBytes } from '../fresh-bytes.js';

/** All personal fields of one event, as the log keeps them under `sealed`. Binary parts are base64. */
export type Box = {
  /** Id of the key; later events of the stream are sealed under it too. */
  readonly key: string;
  readonly nonce: string;
  /** Ciphertext, then the 16 bytes that prove it. */
  readonly text: string;
  /** Which fields are inside, so that they are known to have been there when they can no longer be read. */
  readonly fields: readonly string[];
};
export type Fields = Readonly<Record<string, unknown>>;

/** Where a box belongs. It opens nowhere else. */
export type Belongs = { readonly stream: string; readonly eventId: string; readonly type: string; readonly version: number };

const cipher = 'aes-256-gcm';
const nonceBytes = 12;
const proofBytes = 16;

export function shut(inside: Fields, { id, key }: { readonly id: string; readonly key: Uint8Array }, belongs: Belongs): Box {
  const nonce = Buffer.from(freshBytes(nonceBytes));
  const sealing = createCipheriv(cipher, key, nonce).setAAD(label(belongs));
  const text = Buffer.concat([sealing.update(JSON.stringify(inside), 'utf8'), sealing.final(), sealing.getAuthTag()]);
  return { key: id, nonce: nonce.toString('base64'), text: text.toString('base64'), fields: Object.keys(inside) };
}

/** @throws UnreadableLog if it was changed, or belongs elsewhere */
export function unshut({ nonce, text }: Box, key: Uint8Array, belongs: Belongs): Fields {
  const bytes = Buffer.from(text, 'base64');
  const opening = createDecipheriv(cipher, key, Buffer.from(nonce, 'base64'), { authTagLength: proofBytes }).setAAD(label(belongs));
  opening.setAuthTag(bytes.subarray(-proofBytes));
  try {
    return JSON.parse(opening.update(bytes.subarray(0, -proofBytes), undefined, 'utf8') + opening.final('utf8')) as Fields;
  } catch (cause) {
    throw new UnreadableLog(`The box of ${belongs.type} ${belongs.eventId} on ${belongs.stream} was changed, or belongs elsewhere`, { cause });
  }
}

/** The box of an event as the log keeps it; undefined where nothing in it is personal. */
export const boxOf = ({ data }: Pick<RecordedEvent, 'data'>): Box | undefined => (data as { readonly sealed?: Box }).sealed;

const label = ({ stream, eventId, type, version }: Belongs) => Buffer.from(JSON.stringify([stream, eventId, type, version]));
