import type { ChildProcess } from 'node:child_process';

/** Function that kills each running child. */
const killByChild = new Map<ChildProcess, () => void>();

process.on('exit', () => {
  for (const kill of killByChild.values()) kill();
});

/**
 * Kills the child, and for a `detached` child its whole process group, when this process exits. An
 * exit by SIGKILL leaves the child running.
 */
export function killOnExit<Child extends ChildProcess>(
  child: Child,
  { detached = false }: { readonly detached?: boolean } = {},
): Child {
  killByChild.set(child, () => {
    if (detached) process.kill(-child.pid!, 'SIGKILL');
    else child.kill('SIGKILL');
  });
  child.once('exit', () => killByChild.delete(child));
  return child;
}

/** Whether a process exists; for a negative id, whether its process group does. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Makes a program's `exit` handlers run on signals, which otherwise end the process first. */
export function exitOnSignals(): void {
  for (const [signal, number] of [
    ['SIGHUP', 1],
    ['SIGINT', 2],
    ['SIGTERM', 15],
  ] as const)
    process.once(signal, () => process.exit(128 + number));
}
