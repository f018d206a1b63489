import type { EventLog } from '../event-log/event-log.js';
import { live } from '../read-side/projections/checkpoints.js';
import type { ReadStore } from '../read-side/read-store/read-store.js';

/** The log ends before what was made from it: its newest part is lost, or it was restored from a backup beside newer views (the process stops). */
export class LogCutShort extends Error {}

/**
 * Whether the log is as long as the views know it, asked once at the start. Without it a log whose newest part is lost would be
 * gone on with, and what was acknowledged be gone without a word.
 * @throws LogCutShort that says how to go on
 */
export async function checkLogIsWhole(log: Pick<EventLog, 'identity' | 'head'>, store: Pick<ReadStore, 'checkpoint'>): Promise<void> {
  const checkpoint = await store.checkpoint(live); // Before the log's end: that only grows.
  if (!checkpoint || checkpoint.log !== (await log.identity()) || checkpoint.position <= (await log.head())) return;
  throw new LogCutShort(
    'The event log ends before what the views were made from: its newest part is missing. Put the whole log back and start again. ' +
      'If it was restored from a backup on purpose, what came after the backup is lost: remove the views (views.sqlite, or the database fieldtrace in MongoDB), ' +
      'apply the tombstones (docs/operations.md, "Backup and restore"), and start again.',
  );
}
