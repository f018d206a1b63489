/** Limit that no spec and no bench reaches. */
const UNREACHABLE = '1000000';

/** Environment that lifts the rate limits, because specs and benches act faster than people. */
export const withoutLimits = {
  COMMANDS_PER_MEMBER_AND_SECOND: UNREACHABLE,
  QUERIES_PER_MEMBER_AND_SECOND: UNREACHABLE,
  REQUESTS_PER_MEMBER_AT_ONCE: UNREACHABLE,
  REQUESTS_PER_ADDRESS_AND_SECOND: UNREACHABLE,
  COMMAND_MEGABYTES_PER_DAY: UNREACHABLE,
  SOCKETS_PER_MEMBER: UNREACHABLE,
} as const;

/** Environment with the default of each limit: an empty variable counts as unset. */
export const withLimits = Object.fromEntries(Object.keys(withoutLimits).map((name) => [name, '']));
