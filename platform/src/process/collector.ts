import { setFlagsFromString } from 'node:v8';

/**
 * Short-lived garbage is collected by the thread that made it, alone. What lives on of a request is so little that it takes under a
 * millisecond; helpers make that no faster, and all who are served wait for the last of them to get a core: up to 50 ms on a busy
 * machine. V8 reads the setting at each collection.
 */
export const collectYoungAlone = (): void => setFlagsFromString('--no-parallel-scavenge');
