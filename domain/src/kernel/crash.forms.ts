import { z } from 'zod';

const identifier = z.string().regex(/^[A-Za-z_$][\w$]{0,39}$/);

/** Crash report of a browser. No field can hold a message, an id or typed text. */
export const crashForm = z.strictObject({
  /** Name of the error's class, such as `TypeError`. */
  error: identifier,
  /** Build hash in the app's file name. */
  build: z.string().regex(/^[\w-]{1,20}$/),
  screen: z.string().regex(/^\/(?:(?::[A-Za-z]{1,20}|[a-z-]{1,20}|\*)(?:\/|$)){0,6}$/),
  /** Innermost first. */
  components: z.array(identifier).max(5),
});
export type CrashForm = z.output<typeof crashForm>;
