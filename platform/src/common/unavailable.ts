/**
 * A server or the disk cannot serve now: full, unreachable or too slow. Endpoints answer 503 with
 * the message.
 */
export class Unavailable extends Error {}
