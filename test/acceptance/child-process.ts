import type { ChildProcess } from 'node:child_process';

const running = new Map<ChildProcess, () => void>();

process.on('exit', () => {
  for (const end of running.values()) end();
});

/** A process that is not to outlive this one, however this one ends (but for SIGKILL, which nobody hears). A `detached` one with all that it has started. */
export function killOnExit<Child extends ChildProcess>(child: Child, { detached = false }: { readonly detached?: boolean } = {}): Child {
  running.set(child, () => {
    if (detached) process.kill(-child.pid!, 'SIGKILL');
    else child.kill('SIGKILL');
  });
  child.once('exit', () => running.delete(child));
  return child;
}

/** Whether there is such a process; of a negative id, whether anything is left of such a group. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** To be said by a program of its own: a signal ends a process without `exit`, unless somebody listens for it. */
export function exitOnSignals(): void {
  for (const [signal, number] of [
    ['SIGHUP', 1],
    ['SIGINT', 2],
    ['SIGTERM', 15],
  ] as const)
    process.once(signal, () => process.exit(128 + number));
}
