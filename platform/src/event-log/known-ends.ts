import { noStream } from './event-log.js';

const mostKnown = 50_000;

/**
 * Where streams end, as far as this process has read or written them: for a log that nobody else writes to. Most reads only
 * ask whether anything has happened since, and most often nothing has. The longest unused are forgotten first.
 */
export function knownEnds(most = mostKnown) {
  /** Never less than the last revision of a stream; more at most where an append was taken back. */
  const ends = new Map<string, number>();

  return {
    isAtEnd(stream: string, from: number): boolean {
      const end = ends.get(stream);
      return end !== undefined && from > end;
    },

    knows: (stream: string): boolean => ends.has(stream),

    /** There was nothing after that revision (`noStream`: nothing at all). */
    reached(stream: string, revision: number): void {
      ends.delete(stream);
      ends.set(stream, Math.max(revision, noStream));
      if (ends.size > most) ends.delete(ends.keys().next().value!);
    },
  };
}
