import { z } from 'zod';

const identifier = z.string().regex(/^[A-Za-z_$][\w$]{0,39}$/);

/**
 * Crash report of a browser. Its fields have no room for a message, an address with an id, or any
 * text of a person: a screen is the pattern of its route, without digits.
 */
export const crashForm = z.strictObject({
  /** Name of the error's class, such as `TypeError`. */
  error: identifier,
  /** Hash in the name of the app's first file. */
  build: z.string().regex(/^[\w-]{1,20}$/),
  screen: z.string().regex(/^\/(?:(?::[A-Za-z]{1,20}|[a-z-]{1,20}|\*)(?:\/|$)){0,6}$/),
  /** Innermost first. */
  components: z.array(identifier).max(5),
});
export type CrashForm = z.output<typeof crashForm>;
