import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { DamagedStream, type RecordedEvent } from '../event-log/event-log.js';

/**
 * All personal fields of one event, as the log keeps them under `sealed`. Binary parts are base64.
 */
export type Envelope = {
  /** Id of the key; later events of the stream are sealed under it too. */
  readonly key: string;
  readonly nonce: string;
  /** Ciphertext, then the 16 bytes that prove it. */
  readonly text: string;
  /** Paths of the sealed fields, known even when they can no longer be read. */
  readonly fields: readonly string[];
};
export type Fields = Readonly<Record<string, unknown>>;

/** Data that an envelope is bound to. It opens nowhere else. */
export type AssociatedData = {
  readonly stream: string;
  readonly eventId: string;
  readonly type: string;
  readonly version: number;
};

const cipher = 'aes-256-gcm';
const nonceBytes = 12;
const proofBytes = 16;

export function encrypt(
  fields: Fields,
  { id, key }: { readonly id: string; readonly key: Uint8Array },
  belongs: AssociatedData,
): Envelope {
  const nonce = randomBytes(nonceBytes);
  const sealing = createCipheriv(cipher, key, nonce).setAAD(label(belongs));
  const text = Buffer.concat([
    sealing.update(JSON.stringify(fields), 'utf8'),
    sealing.final(),
    sealing.getAuthTag(),
  ]);
  return {
    key: id,
    nonce: nonce.toString('base64'),
    text: text.toString('base64'),
    fields: Object.keys(fields),
  };
}

/** @throws DamagedStream if it was changed, or belongs elsewhere */
export function decrypt(
  { nonce, text }: Envelope,
  key: Uint8Array,
  belongs: AssociatedData,
): Fields {
  const bytes = Buffer.from(text, 'base64');
  const opening = createDecipheriv(cipher, key, Buffer.from(nonce, 'base64'), {
    authTagLength: proofBytes,
  }).setAAD(label(belongs));
  opening.setAuthTag(bytes.subarray(-proofBytes));
  try {
    return JSON.parse(
      opening.update(bytes.subarray(0, -proofBytes), undefined, 'utf8') + opening.final('utf8'),
    ) as Fields;
  } catch (cause) {
    throw new DamagedStream(
      belongs.stream,
      `has an envelope, of ${belongs.type} ${belongs.eventId}, that was changed or belongs elsewhere`,
      {
        cause,
      },
    );
  }
}

/** The envelope of an event as the log keeps it; undefined where nothing in it is personal. */
export const envelopeOf = ({ data }: Pick<RecordedEvent, 'data'>): Envelope | undefined =>
  (data as { readonly sealed?: Envelope }).sealed;

const label = ({ stream, eventId, type, version }: AssociatedData) =>
  Buffer.from(JSON.stringify([stream, eventId, type, version]));
