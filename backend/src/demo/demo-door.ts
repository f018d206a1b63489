import type { FastifyInstance } from 'fastify';
import { realpathSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { z } from 'zod';
import type { Parts } from '../parts.js';
import { DemoIsThere, fillDemo } from './fill.js';

/** How many leads and which people; the folder says on whose data, so that no other server fills its own. */
export const demoForm = z.strictObject({
  leads: z.int().min(1).max(100_000),
  seed: z.int().min(1).max(999),
  dataDir: z.string().max(4_096),
});

/** A line of the answer: how far it is, then who the people are, or what went wrong. */
export type DemoLine =
  | { readonly done: number; readonly of: number; readonly day: string }
  | { readonly people: readonly { readonly name: string; readonly role: string; readonly phone: string }[]; readonly steps: number }
  | { readonly problem: string };

/** Lets a running server fill its own data, because nobody else may write them. It exists beside the dev inbox only. */
export function addDemoDoor(server: FastifyInstance, parts: Parts): void {
  server.post('/dev/demo', async (request, reply) => {
    const form = demoForm.safeParse(request.body);
    if (!form.success) return reply.code(400).send({ problem: z.prettifyError(form.error) });
    const { leads, seed, dataDir } = form.data;
    if (dataDir !== realpathSync(parts.config.dataDir)) return reply.code(409).send({ problem: `This server works on ${parts.config.dataDir}.` });
    const lines = new PassThrough();
    const say = (line: DemoLine) => lines.write(`${JSON.stringify(line)}\n`);
    fillDemo(parts, { leads, seed, onProgress: (done, of, day) => say({ done, of, day }) })
      .then(
        ({ people, steps }) => say({ people: people.map(({ name, role, phone }) => ({ name, role, phone })), steps }),
        (error: unknown) => {
          if (!(error instanceof DemoIsThere)) parts.logger.error({ err: error }, 'the demo was not filled');
          say({ problem: (error as Error).message });
        },
      )
      .finally(() => lines.end());
    return reply.type('application/x-ndjson').send(lines);
  });
}
