import { KeyValueStore } from '#platform/storage/key-value-store/key-value-store.js';
import { Injectable } from '@nestjs/common';

/** Present sandbox of Watch Demo. */
export type Sandbox = {
  /** Account of the rep whose view visitors have. */
  readonly accountId: string;
  readonly seed: number;
  /** Day in India. */
  readonly filledOn: string;
  /** Number of refills on that day. */
  readonly fillings: number;
  readonly changes: number;
  readonly deletions: number;
};

/**
 * Counts visitors' changes in the sandbox, which trigger a refill. All processes share the record.
 */
@Injectable()
export class SandboxUse {
  constructor(private readonly secrets: KeyValueStore) {}

  async readCurrent(): Promise<Sandbox | undefined> {
    return (await this.secrets.get<Sandbox>('sandbox', 'current'))?.value;
  }

  async set(sandbox: Sandbox): Promise<void> {
    await this.secrets.update<Sandbox>('sandbox', 'current', () => ({ value: sandbox }));
  }

  /** Changes to a replaced sandbox do not count. */
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
