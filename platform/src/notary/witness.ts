import type { NodeReader } from '../proof/tree.js';

export type Witness = {
  /** Signature lines that a witness adds; undefined if it does not answer in time. */
  cosign(note: string, size: number, nodes: NodeReader): Promise<string | undefined>;
};
