import { Injectable } from '@nestjs/common';
import type { RouteOptions } from 'fastify';
import type { z } from 'zod';

/**
 * Schemas of endpoints that are neither commands nor queries, by policy row: of the body, or of a
 * GET's query string.
 */
export type Forms = Readonly<Record<string, z.ZodObject>>;

/** Collects the body schemas that routes carry. */
@Injectable()
export class RouteForms {
  private readonly forms: Record<string, z.ZodObject> = {};

  get all(): Forms {
    return this.forms;
  }

  add({ method, url, config: { form } = {} }: RouteOptions): void {
    for (const verb of form ? [method].flat() : []) this.forms[`${verb} ${url}`] = form!;
  }
}
