/**
 * Runs, reports and counts the steps of `npm test`: a line before and after each, and its output
 * only if it failed.
 */
import { print } from '../backend/scripts/tooling.mjs';

/** @typedef {{ passed: number, failed: number, output?: string, notRun?: string[] }} Outcome */

const durationText = (milliseconds) =>
  milliseconds < 60_000
    ? `${(milliseconds / 1000).toFixed(1)} s`
    : `${Math.floor(milliseconds / 60_000)} min ${Math.round((milliseconds % 60_000) / 1000)} s`;

export class StepRunner {
  passed = 0;
  failed = 0;
  /** Steps that were not run, each with the reason. */
  notRun = [];
  /** Names of steps that failed, or were not run because one that they need failed. */
  #broken = new Set();

  /**
   * Runs a step unless a step that it needs has failed. A step that throws counts as one failure;
   * later steps still run.
   */
  async step(name, work, { needs = [] } = {}) {
    const failedNeed = needs.find((needed) => this.#broken.has(needed));
    if (failedNeed) {
      this.#broken.add(name);
      this.failed += 1;
      this.notRun.push(`${name}: ${failedNeed} failed`);
      return;
    }
    print(`▸ ${name}`);
    const startedAt = performance.now();
    /** @type {Outcome} */
    let outcome;
    try {
      outcome = await work();
    } catch (error) {
      outcome = { passed: 0, failed: 1, output: error.stack ?? String(error) };
    }
    const { passed, failed, output = '', notRun = [] } = outcome;
    this.passed += passed;
    this.failed += failed;
    this.notRun.push(...notRun);
    if (failed > 0) {
      this.#broken.add(name);
      if (output) print(output.trimEnd());
    }
    print(
      `  ${failed > 0 ? '✗' : '✓'} ${name}: ${passed} passed, ${failed} failed, ${durationText(performance.now() - startedAt)}`,
    );
  }

  finish() {
    print('');
    if (this.notRun.length === 0) print('Everything was run.');
    else print(`Not run:\n${this.notRun.map((line) => `  - ${line}`).join('\n')}`);
    print(`${this.passed} passed, ${this.failed} failed`);
    process.exitCode = this.failed > 0 || this.passed === 0 ? 1 : 0;
  }
}

/** Outcome of a program without counts of its own: one passed, or one failed. */
export const verdict = ({ code, output }) => ({
  passed: code === 0 ? 1 : 0,
  failed: code === 0 ? 0 : 1,
  output,
});
