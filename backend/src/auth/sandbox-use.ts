import { KeyValueStore } from '#platform/storage/key-value-store/key-value-store.js';
import { Injectable } from '@nestjs/common';

/** The sandbox of Watch Demo that visitors come to now. */
export type Sandbox = {
  /** Account of the rep that visitors look through. */
  readonly accountId: string;
  readonly seed: number;
  /** Day in India. */
  readonly filledOn: string;
  /** Fillings on that day. */
  readonly fillings: number;
  readonly changes: number;
  readonly deletions: number;
};

/**
 * Counts the changes that visitors make in the sandbox, by which it is filled anew. All processes
 * share the record.
 */
@Injectable()
export class SandboxUse {
  constructor(private readonly secrets: KeyValueStore) {}

  async current(): Promise<Sandbox | undefined> {
    return (await this.secrets.get<Sandbox>('sandbox', 'current'))?.value;
  }

  async set(sandbox: Sandbox): Promise<void> {
    await this.secrets.update<Sandbox>('sandbox', 'current', () => ({ value: sandbox }));
  }

  /** Changes to a sandbox that was replaced do not count. */
  async record(command: string, accountId: string): Promise<void> {
    const deletions = command.startsWith('Delete') ? 1 : 0;
    await this.secrets.update<Sandbox>('sandbox', 'current', (before) =>
      before?.accountId === accountId
        ? {
            value: {
              ...before,
              changes: before.changes + 1,
              deletions: before.deletions + deletions,
            },
          }
        : undefined,
    );
  }
}
