import { expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { commandDefinitions } from './aggregates.js';
import { type RateLimit, limitsOfCommands, limitsOfRoutes, quotas, rateLimits } from './limits.js';
import { policy } from './policy.js';

const { queries, endpoints } = policy;

test('every route of the policy and every command has a limit', () => {
  expect(Object.keys(limitsOfRoutes).sort()).toEqual(
    Object.keys({ ...queries, ...endpoints }).sort(),
  );
  expect(Object.keys(limitsOfCommands)).toEqual(Object.keys(commandDefinitions));
});

/** Routes that send codes, also to signed-in people. */
const codeRoutes = ['POST /api/auth/send-code', 'POST /api/auth/change-number'];

test('requests without a session and those that send codes are counted by network, others by member', () => {
  for (const [route, name] of Object.entries(limitsOfRoutes)) {
    const rule = { ...queries, ...endpoints }[route as keyof typeof limitsOfRoutes];
    const byNetwork = rule === 'anyone' || codeRoutes.includes(route);
    expect([route, rateLimits[name].per]).toEqual([route, byNetwork ? 'network' : 'member']);
  }
});

test('commands that name a record by a guessable value are limited per hour', () =>
  expect(
    Object.keys(limitsOfCommands).filter((name) => limitsOfCommands[name]!.includes('guesses')),
  ).toEqual(['JoinOrganization']));

test('the README lists every setting of a limit with its default', () => {
  // Ignores the padding of its tables.
  const readme = readFileSync('README.md', 'utf8').replace(/ +/g, ' ');
  for (const { setting, max, times = 1 } of Object.values<RateLimit>(rateLimits))
    if (setting !== undefined) expect(readme).toContain(`| \`${setting}\` | \`${max / times}\` |`);
  expect(readme).toContain(`| \`REQUESTS_PER_MEMBER_AT_ONCE\` | \`${quotas.requests}\` |`);
  expect(readme).toContain(`| \`SOCKETS_PER_MEMBER\` | \`${quotas.sockets}\` |`);
  expect(readme).toContain(
    `| \`FILES_PER_MEMBER_MEGABYTES\` | \`${quotas.fileBytesOfMember / 1024 ** 2}\` |`,
  );
  expect(readme).toContain(
    `| \`FILES_PER_ORGANIZATION_MEGABYTES\` | \`${quotas.fileBytesOfOrganization / 1024 ** 2}\` |`,
  );
});
