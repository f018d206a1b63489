import { bytesToHex } from '../proof/encoding.js';
import {
  type NoteSigner,
  type VerifierKey,
  formatVerifierKey,
  toVerifierKey,
} from '../proof/signed-note.js';
import { type KeyStore, createKey } from '../sealing/key-store/key-store.js';
import { DoesNotFit } from './misfit.js';

const SEED_BYTES = 32;
type Keys = Pick<KeyStore, 'get' | 'store'>;

const signingKeyId = ({ publicKey }: VerifierKey): string => `notary-${bytesToHex(publicKey)}`;

/** Stores a new private key for checkpoints of an origin. */
export async function createSigner(name: string, keys: Keys): Promise<NoteSigner> {
  const signer = { name, seed: createKey().key };
  await keys.store({ id: signingKeyId(toVerifierKey(signer)), key: signer.seed });
  return signer;
}

/**
 * Private key of a verifier key.
 * @throws DoesNotFit if the key store lacks it, or has another one in its place
 */
export async function findSigner(key: VerifierKey, keys: Keys): Promise<NoteSigner> {
  const id = signingKeyId(key);
  const found = (await keys.get([id])).get(id);
  const createMisfitError = (because: 'missing' | 'changed') =>
    new DoesNotFit([{ part: 'key', key: formatVerifierKey(key), because }]);
  if (!found || !('key' in found)) throw createMisfitError('missing');
  const signer = { name: key.name, seed: found.key };
  if (signer.seed.length !== SEED_BYTES || signingKeyId(toVerifierKey(signer)) !== id)
    throw createMisfitError('changed');
  return signer;
}
