import type { Failpoint } from '#platform/testing/failpoints.js';
import { setTimeout as wait } from 'node:timers/promises';
import type { SeededRandom } from '../faults/seeded-random.js';
import type { Fault } from './installation.js';
import type { ControlledProcess } from './controlled-process.js';

/** Longest wait for an armed process to end, because it may never reach the failpoint. */
const EXIT_TIMEOUT_MS = 1_500;

/** Draws a process; with a failpoint, one that can reach it. */
export type ChooseProcess = (random: SeededRandom, failpoint?: Failpoint) => ControlledProcess;

/** Faults of a process, whatever parts it uses. */
export function processFaults(chooseProcess: ChooseProcess): readonly Fault[] {
  return [
    {
      kind: 'kill -9',
      weight: 20,
      async run(random) {
        const running = chooseProcess(random);
        await running.kill();
        await running.restart();
        return running.name;
      },
    },
    ...killingAt('before-append', 4),
    ...killingAt('after-claim', 4),
    ...killingAt('after-append', 4),
    ...killingAt('after-documents', 4),
    ...killingAt('before-follow-up', 3),
    ...killingAt('between-follow-ups', 1),
    ...killingAt('after-follow-up', 5),
    ...killingAt('after-dequeue', 5),
    ...killingAt('after-send', 5),
    ...(['before-append', 'after-claim', 'after-append', 'after-documents'] as const).map(
      (failpoint) =>
        failpointFault(`failure ${failpoint.replace('-', ' ')}`, 3, failpoint, 'throw'),
    ),
    failpointFault('log timed out, committed', 12, 'log-append', 'timeout-after-commit'),
    failpointFault('log refused', 4, 'log-append', 'throw'),
    failpointFault('subscription ended', 8, 'log-subscription', 'end'),
    failpointFault('delivered twice', 8, 'log-subscription', 'twice'),
    failpointFault('delivered late', 5, 'log-subscription', 'hang:700'),
    {
      kind: 'clock jumped',
      weight: 8,
      async run(random) {
        const running = chooseProcess(random, 'clock');
        const milliseconds = random.pick([
          90_000, -90_000, 3_600_000, -3_600_000, 86_400_000, -86_400_000,
        ]);
        running.armFailpoints(`clock:jump:${milliseconds}:*`);
        await wait(random.integer(150, 600));
        await running.disarm();
        return `${running.name} by ${milliseconds / 1_000} s`;
      },
    },
    {
      kind: 'SIGSTOP',
      weight: 4,
      async run(random) {
        const [running, milliseconds] = [chooseProcess(random), random.integer(200, 1_500)];
        await freezeFor(running, milliseconds);
        return `${running.name} for ${milliseconds} ms`;
      },
    },
  ];

  function killingAt(failpoint: Failpoint, weight: number): readonly Fault[] {
    return [
      {
        kind: `kill -9 ${failpoint.replaceAll('-', ' ')}`,
        weight,
        async run(random) {
          const [running, time] = [chooseProcess(random, failpoint), random.integer(1, 4)];
          running.armFailpoints(`${failpoint}:kill:${time}`);
          if (!(await running.exitsWithin(EXIT_TIMEOUT_MS)) && (await running.disarm())) return;
          await running.kill();
          await running.restart();
          return `${running.name} at the ${time}.`;
        },
      },
    ];
  }

  function failpointFault(
    kind: string,
    weight: number,
    failpoint: Failpoint,
    action: string,
  ): Fault {
    return {
      kind,
      weight,
      async run(random) {
        const [running, time] = [chooseProcess(random, failpoint), random.integer(1, 3)];
        running.armFailpoints(`${failpoint}:${action}:${time}`);
        await wait(random.integer(300, 700));
        // Disarms it, because later requests may have to succeed.
        await running.disarm();
        return `${running.name} at the ${time}.`;
      },
    };
  }
}

async function freezeFor(running: ControlledProcess, milliseconds: number): Promise<void> {
  await running.freeze();
  await wait(milliseconds);
  running.thaw();
}
