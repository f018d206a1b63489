import { type CommandResult, failureBoundaries } from './interrupt-every-command.js';
import type { Report } from './run-chaos.js';

export const print = (line: string): void => void process.stdout.write(`${line}\n`);
const MAX_LINES = 12;

/**
 * Prints the results.
 * @returns number of failed ones
 */
export function printCommandResults(
  results: readonly CommandResult[],
  milliseconds: number,
): number {
  print(`\nEvery command, cut off and asked for again (${(milliseconds / 1_000).toFixed(1)} s)`);
  for (const boundary of Object.keys(failureBoundaries)) {
    const atBoundary = results.filter((result) => result.boundary === boundary);
    const countOf = (outcome: CommandResult['outcome']) =>
      atBoundary.filter((result) => result.outcome === outcome).length;
    const notPassed = countOf('not passed') > 0 ? `, ${countOf('not passed')} claim nothing` : '';
    print(
      `  ${boundary.padEnd(36)} ${String(countOf('kept')).padStart(3)} commands with one effect and one answer${notPassed}`,
    );
  }
  const brokenRounds = results.filter(({ outcome }) => outcome === 'broken');
  for (const { command, boundary, violation } of brokenRounds)
    print(`  WRONG ${command}, ${boundary}: ${violation}`);
  return brokenRounds.length;
}

/**
 * Prints the report.
 * @returns number of failed checks
 */
export function printReport({
  installation,
  faults,
  sent,
  acknowledged,
  repeated,
  perSecond,
  events,
  refusals,
  checks,
}: Report): number {
  print(`\nOn ${installation} parts: ${faults.length} faults`);
  const kinds = new Map<string, number>();
  for (const { kind } of faults) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  for (const [kind, times] of [...kinds].sort(([, one], [, other]) => other - one))
    print(`  ${String(times).padStart(5)}  ${kind}`);
  print(
    `Commands: ${sent} sent (${perSecond.toFixed(1)} a second), ${acknowledged} acknowledged, ${repeated} sent again; ${events} events`,
  );
  for (const [refusal, times] of [...refusals]
    .sort(([, one], [, other]) => other - one)
    .slice(0, MAX_LINES))
    print(`  ${String(times).padStart(5)}  ${refusal}`);
  for (const { name, count, violations } of checks) {
    print(`  ${violations.length === 0 ? 'ok   ' : 'WRONG'}  ${name} (${count})`);
    for (const violation of violations.slice(0, MAX_LINES)) print(`         ${violation}`);
    if (violations.length > MAX_LINES) print(`         and ${violations.length - MAX_LINES} more`);
  }
  return checks.filter(({ violations }) => violations.length > 0).length;
}
