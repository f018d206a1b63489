/**
 * Environment without rate limits, because specs and benches act faster than people. Specs of
 * limits use `withLimits`.
 */
export const withoutLimits = {
  COMMANDS_PER_MEMBER_AND_SECOND: '1000000',
  QUERIES_PER_MEMBER_AND_SECOND: '1000000',
  REQUESTS_PER_MEMBER_AT_ONCE: '1000000',
  REQUESTS_PER_ADDRESS_AND_SECOND: '1000000',
  COMMAND_MEGABYTES_PER_DAY: '1000000',
  SOCKETS_PER_MEMBER: '1000000',
} as const;

/** Default of every limit. */
export const withLimits = Object.fromEntries(Object.keys(withoutLimits).map((name) => [name, '']));
