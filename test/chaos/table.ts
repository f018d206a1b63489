import { type Tried, boundaries } from './every-command.js';
import type { Report } from './session.js';

export const say = (line: string): void => void process.stdout.write(`${line}\n`);
const most = 12;

/** Answers how many do not hold. */
export function commandTable(tried: readonly Tried[], milliseconds: number): number {
  say(`\nEvery command, cut off and asked for again (${(milliseconds / 1_000).toFixed(1)} s)`);
  for (const boundary of Object.keys(boundaries)) {
    const here = tried.filter((one) => one.boundary === boundary);
    const of = (outcome: Tried['outcome']) => here.filter((one) => one.outcome === outcome).length;
    const missed = of('not passed') > 0 ? `, ${of('not passed')} claim nothing` : '';
    say(`  ${boundary.padEnd(36)} ${String(of('kept')).padStart(3)} commands with one effect and one answer${missed}`);
  }
  const broken = tried.filter(({ outcome }) => outcome === 'broken');
  for (const { command, boundary, what } of broken) say(`  WRONG ${command}, ${boundary}: ${what}`);
  return broken.length;
}

/** Answers how many checks do not hold. */
export function printReport({ installation, happened, sent, acknowledged, repeated, perSecond, events, refusals, checks }: Report): number {
  say(`\nOn ${installation} parts: ${happened.length} faults`);
  const kinds = new Map<string, number>();
  for (const { kind } of happened) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  for (const [kind, times] of [...kinds].sort(([, one], [, other]) => other - one)) say(`  ${String(times).padStart(5)}  ${kind}`);
  say(`Commands: ${sent} sent (${perSecond.toFixed(1)} a second), ${acknowledged} acknowledged, ${repeated} sent again; ${events} events`);
  for (const [words, times] of [...refusals].sort(([, one], [, other]) => other - one).slice(0, most))
    say(`  ${String(times).padStart(5)}  ${words}`);
  for (const { name, looked, wrong } of checks) {
    say(`  ${wrong.length === 0 ? 'ok   ' : 'WRONG'}  ${name} (${looked})`);
    for (const words of wrong.slice(0, most)) say(`         ${words}`);
    if (wrong.length > most) say(`         and ${wrong.length - most} more`);
  }
  return checks.filter(({ wrong }) => wrong.length > 0).length;
}
