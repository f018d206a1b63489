/** A store cannot take or give anything now: out of space, out of reach, out of time. The door answers 503 with these words. */
export class Unavailable extends Error {}
