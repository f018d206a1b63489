import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { DamagedStream, type RecordedEvent } from '../event-log/event-log.js';
import { type Opening, SALT_BYTES } from '../proof/commitment.js';

/** Encrypted personal fields of one event, stored as `sealed`. Binary parts are base64. */
export type Envelope = {
  /** Id of the key; later events of the stream use it too, unless it is the event's own. */
  readonly key: string;
  readonly own?: true;
  readonly nonce: string;
  /** Ciphertext, then the 16-byte authentication tag. */
  readonly text: string;
  /** Paths of the sealed fields, known even after an erasure. */
  readonly fields: readonly string[];
};
export type Fields = Readonly<Record<string, unknown>>;

/** Associated data of the encryption: the envelope decrypts only with the same. */
export type AssociatedData = {
  readonly stream: string;
  readonly eventId: string;
  readonly type: string;
  readonly version: number;
  /** Commitment of the event. A build that knows no commitments cannot decrypt it. */
  readonly commit: string | undefined;
};

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Fields with a new salt. */
export const toOpening = (fields: Fields): Opening => ({
  salt: randomBytes(SALT_BYTES).toString('base64'),
  fields,
});

export function encrypt(
  opening: Opening,
  { id, key }: { readonly id: string; readonly key: Uint8Array },
  associatedData: AssociatedData,
): Envelope {
  const nonce = randomBytes(NONCE_BYTES);
  const encryption = createCipheriv(CIPHER, key, nonce).setAAD(toBytes(associatedData));
  const text = Buffer.concat([
    encryption.update(JSON.stringify(opening), 'utf8'),
    encryption.final(),
    encryption.getAuthTag(),
  ]);
  return {
    key: id,
    nonce: nonce.toString('base64'),
    text: text.toString('base64'),
    fields: Object.keys(opening.fields),
  };
}

/**
 * Sealed fields, with their salt if the event has a commitment.
 * @throws DamagedStream if it was changed, or belongs to another event
 */
export function decrypt(
  { nonce, text }: Envelope,
  key: Uint8Array,
  associatedData: AssociatedData,
): Omit<Opening, 'salt'> & Partial<Opening> {
  const bytes = Buffer.from(text, 'base64');
  const decryption = createDecipheriv(CIPHER, key, Buffer.from(nonce, 'base64'), {
    authTagLength: TAG_BYTES,
  }).setAAD(toBytes(associatedData));
  decryption.setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    const content: unknown = JSON.parse(
      decryption.update(bytes.subarray(0, -TAG_BYTES), undefined, 'utf8') +
        decryption.final('utf8'),
    );
    return associatedData.commit === undefined
      ? { fields: content as Fields }
      : (content as Opening);
  } catch (cause) {
    throw new DamagedStream(
      associatedData.stream,
      `has an envelope, of ${associatedData.type} ${associatedData.eventId}, that was changed or belongs elsewhere`,
      {
        cause,
      },
    );
  }
}

/** Envelope of a stored event; undefined if nothing in it is personal. */
export const getEnvelope = ({ data }: Pick<RecordedEvent, 'data'>): Envelope | undefined =>
  (data as { readonly sealed?: Envelope }).sealed;

const toBytes = ({ stream, eventId, type, version, commit }: AssociatedData) =>
  Buffer.from(
    JSON.stringify([stream, eventId, type, version, ...(commit === undefined ? [] : [commit])]),
  );
