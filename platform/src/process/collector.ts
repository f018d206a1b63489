import { readdirSync } from 'node:fs';
import { setPriority } from 'node:os';
import { setFlagsFromString } from 'node:v8';

/**
 * Short-lived garbage is collected by the thread that made it, alone. What lives on of a request is so little that it takes under a
 * millisecond; helpers make that no faster, and all who are served wait for the last of them to get a core: up to 50 ms on a busy
 * machine. V8 reads the setting at each collection.
 */
export const collectYoungAlone = (): void => setFlagsFromString('--no-parallel-scavenge');

/** Of what was held after the last collection of all, in percent. */
const mostGarbage = 100;

let isBounded = false;

/**
 * All is collected when as much garbage lies there as is held. By itself V8 weighs how fast garbage is made against how fast it is
 * collected: where little was asked of a large machine it let 390 MB of it gather beside 130 that were held, and a process held more
 * from minute to minute. V8 reads the setting after each collection, and for the heaps of all threads.
 */
export function boundGarbage(): void {
  isBounded = true;
  setGarbage(mostGarbage);
}

/** Until what is answered is called: whoever fills views holds much for a while, has a limit of its own, and collects as seldom as that allows. */
export function unboundGarbage(): () => void {
  setGarbage(0);
  return () => {
    if (isBounded) setGarbage(mostGarbage);
  };
}

/** @param percent 0: as V8 weighs it */
const setGarbage = (percent: number): void => setFlagsFromString(`--heap-growing-percent=${percent}`);

/** Those of V8 (`--v8-pool-size`) and the one that hands them what is due later: Node starts them first of all. */
const helpers = 4 + 1;
/** So that on a machine that is busy they get a third of what others get, and all there is on one that is not. */
const niceness = 5;

/**
 * Threads that collect and compile beside who is served give way to it. A collection of all is mostly made beside it, in some 100 ms
 * on each core there is: on two of them whoever asked meanwhile waited for up to 100 ms, though the pauses themselves are 10 to 15.
 * To be called before other threads are made. Only Linux has priorities of threads; elsewhere nothing is changed.
 */
export function helpersGiveWay(): void {
  try {
    const others = readdirSync('/proc/self/task')
      .map(Number)
      .filter((id) => id !== process.pid)
      .sort((one, other) => one - other);
    for (const id of others.slice(0, helpers)) setPriority(id, niceness);
  } catch {
    // Without them all threads are alike, as they are where nobody says anything.
  }
}
