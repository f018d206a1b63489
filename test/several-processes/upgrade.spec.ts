import type { LeadList } from '#domain/leads/lead.views.js';
import { folders } from '#platform/testing/folders.js';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Person, captureLead, createTeam } from '../acceptance/product/person.js';
import type { Product } from '../acceptance/product/product.js';
import { until } from '../acceptance/product/until.js';
import { runOperatorCommandIn } from '../faults/operator-commands.js';
import { Deployment, readRole } from './deployment.js';
import { createNewerBuild } from './newer-build.js';
import { Route } from './route.js';

/**
 * Upgrade to a build with a new version of a view, and the way back, while people work. The other
 * build is a copy of this one with another version number.
 */

const folder = folders();
let deployment: Deployment;
beforeAll(async () => {
  deployment = await Deployment.start({ backend: 1, projections: 1, workers: 1 });
}, 240_000);
afterAll(() => deployment?.dispose());

const LEADS_BEFORE_UPGRADE = 50;

/**
 * People who create leads and list them, all the time. A list waits for the person's last command.
 */
class LeadTraffic {
  readonly failures: string[] = [];
  readonly views = new Set<string | null>();
  readonly capturedIds: string[] = [];
  queryCount = 0;
  staleCount = 0;
  longestMs = 0;
  private isEnding = false;
  private readonly running: Promise<unknown>;

  constructor(people: readonly Person[]) {
    this.running = Promise.all(people.flatMap((person) => [this.write(person), this.read(person)]));
  }

  async end(): Promise<void> {
    this.isEnding = true;
    await this.running;
  }

  private async write(person: Person): Promise<void> {
    while (!this.isEnding)
      await this.measure('CreateLead', async () =>
        this.capturedIds.push(await captureLead(person)),
      );
  }

  private async read(person: Person): Promise<void> {
    while (!this.isEnding)
      await this.measure('GET /api/leads', async () => {
        const { status, headers } = await person.request<LeadList>('GET', '/api/leads');
        this.queryCount++;
        if (headers.get('x-stale') === 'true') this.staleCount++;
        this.views.add(headers.get('x-views'));
        if (status !== 200) throw new Error(String(status));
      });
  }

  private async measure(request: string, send: () => Promise<unknown>): Promise<void> {
    const startedAt = performance.now();
    await send().catch((error: unknown) =>
      this.failures.push(`${request}: ${(error as Error).message}`),
    );
    this.longestMs = Math.max(this.longestMs, performance.now() - startedAt);
  }
}

const readMetrics = async ({ url }: Product): Promise<string> =>
  (await fetch(`${url}/metrics`)).text();

test('an upgrade and the way back fail no command and no query', async () => {
  const [oldBackend] = deployment.backend;
  const route = new Route(oldBackend!);
  const { admin, reps } = await createTeam(oldBackend!, 'Asha');
  const people = [admin, reps[0]].map(({ name, phone, id, cookies }) => {
    const person = new Person(route.product, name, phone, id);
    for (const [cookie, value] of cookies) person.cookies.set(cookie, value);
    return person;
  });
  for (let leads = 0; leads < LEADS_BEFORE_UPGRADE; leads++) await captureLead(admin);
  const traffic = new LeadTraffic(people);
  const untilSeen = (leadId: string) =>
    until(async () => (await people[0]!.request('GET', `/api/leads/${leadId}`)).status === 200, {
      what: () => 'a lead to be seen',
    });

  const newerBuild = createNewerBuild(folder());
  /** Number of leads that `capture` has captured, besides those of the traffic. */
  let capturedCount = 0;
  const capture = async (): Promise<string> => {
    capturedCount++;
    return captureLead(people[0]!);
  };
  const checkUpgrade = async (checkout: string) => {
    const env = { ...deployment.servers, DATA_DIR: folder() };
    const { code, output } = await runOperatorCommandIn(checkout, 'upgrade-check', env);
    expect([code, output]).toEqual([0, expect.stringContaining('Nothing stands in the way.')]);
    return output;
  };
  const [oldReport, newerReport] = await Promise.all([checkUpgrade('.'), checkUpgrade(newerBuild)]);
  expect(oldReport).toMatch(/^Views: all \d+ stay$/m);
  expect(newerReport).toMatch(
    /^Views: all \d+ are built, because none .*\nTime: .*\nDisk: at most /m,
  );

  for (const checkout of [newerBuild, undefined]) {
    const host = deployment.projections.at(-1)!;
    await deployment.startAnother('projections', {}, checkout);
    expect(await readRole(host)).toBe('active');
    await host.end();
    // The backend keeps the views of its build, and now projects them itself.
    const [leadId, capturedAt] = [await capture(), performance.now()];
    await untilSeen(leadId);
    expect(performance.now() - capturedAt).toBeLessThan(20_000);
    const isProjecting = /^fieldtrace_projecting\{[^}]*lane="0 of 1"[^}]*\} 1$/m;
    await until(async () => isProjecting.test(await readMetrics(deployment.backend.at(-1)!)), {
      what: () => 'the backend to say that it projects',
    });
    await route.replaceBy(await deployment.startAnother('backend', {}, checkout));
    await untilSeen(await capture());
  }
  await traffic.end();

  const { failures, capturedIds, queryCount, staleCount, longestMs, views } = traffic;
  process.stdout.write(
    `${capturedIds.length} commands and ${queryCount} queries, ${staleCount} of them stale, the longest ${longestMs.toFixed(0)} ms\n`,
  );
  expect(failures).toEqual([]);
  expect(views.size).toBe(1);
  const { total } = await people[0]!
    .afterCommandsOf(people[1]!)
    .get<{ readonly total: number }>('/api/leads');
  expect(total).toBe(LEADS_BEFORE_UPGRADE + capturedIds.length + capturedCount);
}, 480_000);
