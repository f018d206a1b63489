import { readdir, readFile } from 'node:fs/promises';
import { until } from './until.js';

/**
 * Stops a process as a machine that hangs does: it keeps its connections and answers nothing. The
 * signal reaches the threads one after another, and one that still runs may answer: so this waits
 * until every one stands still, where the system says so.
 */
export async function freeze(pid: number): Promise<void> {
  process.kill(pid, 'SIGSTOP');
  if (process.platform !== 'linux') return;
  await until(
    async () =>
      (await statesOfThreads(pid)).every(
        (state) => state !== 'R' && state !== 'S' && state !== 'D',
      ),
    {
      within: 30_000,
      every: 2,
      what: () => `process ${pid} to stand still`,
    },
  );
}

export const thaw = (pid: number) => void process.kill(pid, 'SIGCONT');

/** Reads the states of the threads that still exist; a thread may end meanwhile. */
async function statesOfThreads(pid: number): Promise<string[]> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const stats = await Promise.all(
    threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/stat`, 'utf8').catch(() => '')),
  );
  return stats.map((stat) => stat.slice(stat.lastIndexOf(')') + 2)[0] ?? '');
}
