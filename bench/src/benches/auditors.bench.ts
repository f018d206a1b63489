import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { v7 as newId } from 'uuid';
import { captureLead, cookieOf, createTeam } from '../../../test/acceptance/product/person.js';
import { Product } from '../../../test/acceptance/product/product.js';
import { Connection, runInParallel } from '../connection.js';
import { ConnectionPool, runOpenLoop } from '../load.js';
import { sampleLead } from '../sample-lead.js';
import { type Row, median, percentile, row } from '../table.js';
import { waitForViews } from '../wait-for-views.js';

const AUDITORS = 50;
const EVENTS_PER_LEAD = 500;
/**
 * Events per second that an auditor steps through; the server answers `EVENTS_PER_PAGE` at once.
 */
const STEPS_PER_SECOND = 5;
const EVENTS_PER_PAGE = 200;
const COMMANDS_PER_SECOND = 50;
const ROUNDS = 3;

/** Measures commands while auditors step through histories of long leads, and without auditors. */
export async function benchAuditors({
  seconds,
  print,
}: {
  readonly seconds: number;
  readonly print: (line: string) => void;
}): Promise<readonly Row[]> {
  const names = Array.from({ length: AUDITORS }, (_, number) => `Auditor ${number + 1}`);
  const product = await Product.start({
    env: { CODES_PER_ADDRESS_AND_HOUR: '1000000', STRANGERS_PER_ADDRESS_AND_HOUR: '1000000' },
  });
  try {
    const { admin, reps } = await createTeam(product, ...names);
    for (const { id } of reps)
      await admin.send('ChangeMemberRole', { memberId: id, role: 'finance' });
    const leads: string[] = [];
    for (let number = 0; number < AUDITORS; number++) leads.push(await captureLead(admin));
    const writers = Array.from({ length: 32 }, () => new Connection(product.url, cookieOf(admin)));
    await runInParallel(leads, writers, async (leadId, connection) => {
      for (let number = 1; number < EVENTS_PER_LEAD; number++)
        await sendCommand(connection, 'AddNote', {
          leadId,
          noteId: newId(),
          note: `Called ${number}`,
        });
    });
    for (const writer of writers) writer.close();
    await waitForViews(product, 600_000);
    print(`${AUDITORS} leads with ${EVENTS_PER_LEAD} events written`);

    const pool = new ConnectionPool(product.url, cookieOf(admin));
    let nextLeadNumber = 0;
    const sendCommands = async (): Promise<number> => {
      const times: number[] = [];
      const send = async (dueAt: number): Promise<void> => {
        const data = { leadId: newId(), ...sampleLead(nextLeadNumber++) };
        await pool.run((connection) => sendCommand(connection, 'CreateLead', data));
        times.push(performance.now() - dueAt);
      };
      await runOpenLoop({ perSecond: COMMANDS_PER_SECOND, seconds, send });
      return percentile(times, 99);
    };
    const pages: number[] = [];
    const [p99sAlone, p99sBesideAuditors]: [number[], number[]] = [[], []];
    await sendCommands(); // Warms up.
    for (let round = 0; round < ROUNDS; round++) {
      p99sAlone.push(await sendCommands());
      const auditorsLeave = new AbortController();
      const stepping = reps.map((auditor, index) =>
        stepBackRepeatedly(
          new Connection(product.url, cookieOf(auditor)),
          leads[index]!,
          index,
          pages,
          auditorsLeave.signal,
        ),
      );
      p99sBesideAuditors.push(await sendCommands());
      auditorsLeave.abort();
      await Promise.all(stepping);
    }
    pool.close();
    const [withoutAuditors, withAuditors] = [median(p99sAlone), median(p99sBesideAuditors)];
    return [
      row(
        'auditors',
        `p99 of ${COMMANDS_PER_SECOND} commands/s beside ${AUDITORS} auditors, ratio to none`,
        withAuditors / withoutAuditors,
        '',
        { atMost: 1.2, note: `${withAuditors.toFixed(1)} and ${withoutAuditors.toFixed(1)} ms` },
      ),
      row('auditors', `page of a lead with ${EVENTS_PER_LEAD} events, p50`, median(pages), 'ms', {
        atMost: 200,
        note: `${pages.length} pages, p99 ${percentile(pages, 99).toFixed()} ms`,
      }),
    ];
  } finally {
    await product.dispose();
  }
}

/** Steps back through a lead's events, page by page, and starts again at the newest. */
async function stepBackRepeatedly(
  connection: Connection,
  leadId: string,
  index: number,
  pages: number[],
  signal: AbortSignal,
): Promise<void> {
  const pageMs = (EVENTS_PER_PAGE / STEPS_PER_SECOND) * 1_000;
  const ignoreAbort = () => undefined;
  // Staggered, because auditors do not open their leads at the same time.
  await pause((index / AUDITORS) * pageMs, undefined, { signal }).catch(ignoreAbort);
  for (let after = ''; !signal.aborted;) {
    const { status, text, milliseconds } = await connection.ask(
      `/api/history/lead/${leadId}${after && `?after=${after}`}`,
    );
    if (status !== 200) throw new Error(`The history was answered ${status}: ${text}`);
    pages.push(milliseconds);
    after = (JSON.parse(text) as { readonly next?: string }).next ?? '';
    await pause(pageMs, undefined, { signal }).catch(ignoreAbort);
  }
  connection.close();
}

async function sendCommand(connection: Connection, name: string, data: object): Promise<void> {
  const { status, text } = await connection.sendCommand(name, randomUUID(), data);
  if (status !== 200) throw new Error(`${name} was answered ${status}: ${text}`);
}
