import { randomBytes } from 'node:crypto';
import { signRotation } from '../proof/checkpoint.js';
import { type NoteSigner, formatVerifierKey, toVerifierKey } from '../proof/signed-note.js';
import { DoesNotFit, catchMisfit } from './misfit.js';
import { createSigner, findSigner } from './notary-key.js';
import type { NotaryParts } from './notary-parts.js';
import { type Origin, listVerifierKeys } from './notary-stream.js';

/** Names under which the log is signed, and their keys. */
export class Origins {
  constructor(private readonly parts: NotaryParts) {}

  /** Verifier keys, newest first. */
  async readVerifierKeys(): Promise<readonly string[]> {
    const { streams } = this.parts;
    await streams.refresh();
    return listVerifierKeys(streams.origins);
  }

  /** Signed texts of the rotations that led to a verifier key, of all origins, newest first. */
  async findRotationsTo(key: string): Promise<readonly string[]> {
    const { streams } = this.parts;
    await streams.refresh();
    const notes: string[] = [];
    let next = key;
    for (const { to, from, note } of streams.rotations.toReversed())
      if (to === next) {
        notes.push(note);
        next = from;
      }
    return notes;
  }

  /** Present origin; the first start creates it, and its key. */
  async begin(): Promise<Origin> {
    const { host, log, streams, state } = this.parts;
    await streams.refresh();
    const { origin, misfits } = streams;
    if (misfits.length > 0) throw new DoesNotFit(misfits);
    const name = origin?.name ?? `${host}/${await log.readIdentity()}`;
    if (await state.isRestored()) {
      await this.beginFork(origin ?? { name, keys: [] });
      await state.clearRestored();
    } else if (!origin) {
      const signed = await state.readSigned();
      if (signed)
        throw new DoesNotFit([{ part: 'checkpoint', size: signed.size, because: 'missing' }]);
      await this.beginOrigin(name);
    }
    return streams.origin!;
  }

  /** Signs with a new key from here on. Both keys sign the rotation. */
  rotate(): Promise<void> {
    const { keys, streams, runExclusively } = this.parts;
    return runExclusively(async () => {
      const origin = await this.begin();
      const former = await findSigner(origin.keys.at(-1)!, keys);
      const next = await createSigner(origin.name, keys);
      const from = formatVerifierKey(toVerifierKey(former));
      const to = formatVerifierKey(toVerifierKey(next));
      const note = signRotation(former, next);
      await streams.append({ type: 'NotaryKeyRotated', data: { from, to, note } });
    });
  }

  /**
   * Begins a new origin after a backup was restored: the lost end of the log may have been signed,
   * and one origin never has two roots for one size.
   */
  fork(): Promise<void> {
    const { state, runExclusively } = this.parts;
    return runExclusively(async () => {
      await this.beginFork(await this.begin());
      await state.forgetSigned();
    });
  }

  private async beginOrigin(name: string, former?: NoteSigner): Promise<void> {
    const { keys, streams } = this.parts;
    const signer = await createSigner(name, keys);
    const key = formatVerifierKey(toVerifierKey(signer));
    const link = former && { note: signRotation(former, signer) };
    await streams.append({ type: 'NotaryBegan', data: { origin: name, key, ...link } });
  }

  /** Begins an origin with a new name. The former key signs it, if the key store has it. */
  private async beginFork({ name, keys }: Origin): Promise<void> {
    const [host, identity] = name.split('/');
    const day = this.parts.clock.now().slice(0, 10);
    const fork = `${host}/${identity}/${day}-${randomBytes(4).toString('hex')}`;
    const key = keys.at(-1);
    const former = key && (await catchMisfit(() => findSigner(key, this.parts.keys), undefined));
    await this.beginOrigin(fork, former);
  }
}
