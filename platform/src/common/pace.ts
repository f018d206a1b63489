import { setImmediate as nextTurn } from 'node:timers/promises';

/** Called between batches with the milliseconds of a processor that the last one took. */
export type Pace = (milliseconds: number) => Promise<unknown>;

/** Lets other work run between two batches. */
export const WITHOUT_PAUSES: Pace = () => nextTurn();

type CpuUsage = () => { readonly user: number; readonly system: number };
/** Processor time of this thread, or of the whole process before Node 24. */
const cpuUsage: CpuUsage =
  (process as { threadCpuUsage?: CpuUsage }).threadCpuUsage?.bind(process) ??
  (() => process.cpuUsage());

/** Milliseconds of a processor that were used; waiting for a server counts nothing. */
export function processorMs(): number {
  const { user, system } = cpuUsage();
  return (user + system) / 1_000;
}
