import { describe } from '@jest/globals';

/** Block of tests in Jest's state. */
interface Block {
  readonly parent?: Block;
}
/** Jest's state while it collects tests, kept by node-environment.mjs. */
interface JestState {
  currentDescribeBlock: Block;
}

/**
 * Loads a spec into a block of its own, hooks included. Jest's `describe` cannot wait for an
 * import, so the block is made first and is the current one again while the spec is loaded.
 */
export async function loadSpec(title: string, load: () => Promise<unknown>): Promise<void> {
  const { jestState } = globalThis as unknown as { readonly jestState: JestState };
  const outer = jestState.currentDescribeBlock;
  let block = outer;
  describe(title, () => {
    block = jestState.currentDescribeBlock;
  });
  jestState.currentDescribeBlock = block;
  await load();
  jestState.currentDescribeBlock = outer;
}
