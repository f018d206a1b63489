/**
 * Specs and benches ask as a few members, faster than people may: the limits themselves are tried
 * where `withLimits` is.
 */
export const withoutLimits = {
  COMMANDS_PER_MEMBER_AND_SECOND: '1000000',
  QUERIES_PER_MEMBER_AND_SECOND: '1000000',
  REQUESTS_PER_MEMBER_AT_ONCE: '1000000',
  REQUESTS_PER_ADDRESS_AND_SECOND: '1000000',
  COMMAND_MEGABYTES_PER_DAY: '1000000',
  SOCKETS_PER_MEMBER: '1000000',
} as const;

/** Each limit as it is without a setting. */
export const withLimits = Object.fromEntries(Object.keys(withoutLimits).map((name) => [name, '']));
