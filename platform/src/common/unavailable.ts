/**
 * A store cannot take or give anything now: out of space, out of reach, out of time. The endpoint
 * answers 503 with its message.
 */
export class Unavailable extends Error {}
