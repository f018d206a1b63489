import { EMPTY_ROOT, nodeHash } from '../../proof/tree.js';

/** Perfect subtree that is complete so far. */
export type CompletedNode = {
  readonly level: number;
  readonly index: number;
  readonly hash: Uint8Array;
};

/** Root of a tree whose leaves arrive one by one; holds a few dozen hashes. */
export class RunningRoot {
  size = 0;
  private readonly complete: CompletedNode[] = [];

  /** @returns the subtrees that the leaf completes, lowest first */
  add(leaf: Uint8Array): readonly CompletedNode[] {
    let node: CompletedNode = { level: 0, index: this.size++, hash: leaf };
    const added = [node];
    while (this.complete.at(-1)?.level === node.level) {
      const left = this.complete.pop()!;
      node = {
        level: node.level + 1,
        index: left.index / 2,
        hash: nodeHash(left.hash, node.hash),
      };
      added.push(node);
    }
    this.complete.push(node);
    return added;
  }

  root(): Uint8Array {
    return this.complete.length === 0
      ? EMPTY_ROOT
      : this.complete.map(({ hash }) => hash).reduceRight((right, left) => nodeHash(left, right));
  }
}
