import { expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { commandDefinitions } from './aggregates.js';
import { type RateLimit, limitsOfCommands, limitsOfRoutes, quotas, rateLimits } from './limits.js';
import { policy } from './policy.js';

const { queries, endpoints } = policy;

test('every route of the policy has a limit, and every command', () => {
  expect(Object.keys(limitsOfRoutes).sort()).toEqual(
    Object.keys({ ...queries, ...endpoints }).sort(),
  );
  expect(Object.keys(limitsOfCommands)).toEqual(Object.keys(commandDefinitions));
});

/** They are asked for by who is signed in, too. */
const sendCodes = ['POST /api/auth/send-code', 'POST /api/auth/change-number'];

test('requests without a session and those that send a code are counted by network, all others by member', () => {
  for (const [route, name] of Object.entries(limitsOfRoutes)) {
    const rule = { ...queries, ...endpoints }[route as keyof typeof limitsOfRoutes];
    const byNetwork = rule === 'anyone' || sendCodes.includes(route);
    expect([route, rateLimits[name].per]).toEqual([route, byNetwork ? 'network' : 'member']);
  }
});

test('requests that name a record by what could be guessed are limited by the hour', () =>
  expect(
    Object.keys(limitsOfCommands).filter((name) => limitsOfCommands[name]!.includes('guesses')),
  ).toEqual(['JoinOrganization']));

test('what sets a limit stands in the README, with what it is without', () => {
  // however wide its tables are
  const readme = readFileSync('README.md', 'utf8').replace(/ +/g, ' ');
  for (const { setting, most, times = 1 } of Object.values<RateLimit>(rateLimits))
    if (setting !== undefined) expect(readme).toContain(`| \`${setting}\` | \`${most / times}\` |`);
  expect(readme).toContain(`| \`REQUESTS_PER_MEMBER_AT_ONCE\` | \`${quotas.requests}\` |`);
  expect(readme).toContain(`| \`SOCKETS_PER_MEMBER\` | \`${quotas.sockets}\` |`);
  expect(readme).toContain(
    `| \`FILES_PER_MEMBER_MEGABYTES\` | \`${quotas.fileBytesOfMember / 1024 ** 2}\` |`,
  );
  expect(readme).toContain(
    `| \`FILES_PER_ORGANIZATION_MEGABYTES\` | \`${quotas.fileBytesOfOrganization / 1024 ** 2}\` |`,
  );
});
