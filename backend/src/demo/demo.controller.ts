import { Config } from '#platform/common/config/config.js';
import { Logger } from '#platform/process/logger.js';
import { Body, Controller, Post, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { realpathSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { z } from 'zod';
import { DevelopmentToolsGuard } from '../operations/development-tools.guard.js';
import { Demo, DemoExists } from './fill.js';

/** Options of a demo. A server with another data folder than `dataDir` refuses them. */
export const demoForm = z.strictObject({
  leads: z.int().min(1).max(100_000),
  seed: z.int().min(1).max(999),
  dataDir: z.string().max(4_096),
});

/** Line of the answer: progress, then the people, or the error. */
export type DemoLine =
  | { readonly done: number; readonly of: number; readonly day: string }
  | {
      readonly people: readonly {
        readonly name: string;
        readonly role: string;
        readonly phone: string;
      }[];
      readonly steps: number;
    }
  | { readonly problem: string };

/**
 * Lets a running server fill its own data, because no other process may write them. Enabled with
 * the dev inbox only.
 */
@Controller('dev/demo')
@UseGuards(DevelopmentToolsGuard)
export class DemoController {
  constructor(
    private readonly demo: Demo,
    private readonly config: Config,
    private readonly logger: Logger,
  ) {}

  /** @returns lines of JSON, streamed */
  @Post()
  fill(@Body() body: unknown, @Res() reply: FastifyReply): FastifyReply {
    const form = demoForm.safeParse(body);
    if (!form.success) return reply.code(400).send({ problem: z.prettifyError(form.error) });
    const { leads, seed, dataDir } = form.data;
    if (dataDir !== realpathSync(this.config.dataDir))
      return reply.code(409).send({ problem: `This server works on ${this.config.dataDir}.` });
    const lines = new PassThrough();
    const write = (line: DemoLine) => lines.write(`${JSON.stringify(line)}\n`);
    void this.demo
      .fill({ leads, seed, onProgress: (done, of, day) => write({ done, of, day }) })
      .then(
        ({ people, steps }) =>
          write({ people: people.map(({ name, role, phone }) => ({ name, role, phone })), steps }),
        (error: unknown) => {
          if (!(error instanceof DemoExists))
            this.logger.error({ err: error }, 'the demo was not filled');
          write({ problem: (error as Error).message });
        },
      )
      .finally(() => lines.end());
    return reply.code(200).type('application/x-ndjson').send(lines);
  }
}
