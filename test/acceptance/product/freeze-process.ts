import { readdir, readFile } from 'node:fs/promises';
import { until } from './until.js';

/** States of threads that are running, sleeping or waiting for the disk. */
const activeStates: readonly string[] = ['R', 'S', 'D'];

/**
 * Stops a process like a hanging machine: connections stay open without answers. Threads stop one
 * after another, so this waits until all have, where the system reports it.
 */
export async function freeze(pid: number): Promise<void> {
  process.kill(pid, 'SIGSTOP');
  if (process.platform !== 'linux') return;
  await until(
    async () => (await readThreadStates(pid)).every((state) => !activeStates.includes(state)),
    {
      withinMs: 30_000,
      everyMs: 2,
      what: () => `process ${pid} to stand still`,
    },
  );
}

export const thaw = (pid: number) => void process.kill(pid, 'SIGCONT');

/** States of the existing threads; a thread may end meanwhile. */
async function readThreadStates(pid: number): Promise<string[]> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const stats = await Promise.all(
    threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/stat`, 'utf8').catch(() => '')),
  );
  return stats.map((stat) => stat.slice(stat.lastIndexOf(')') + 2)[0] ?? '');
}
