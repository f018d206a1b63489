import type { ArgumentMetadata, PipeTransform } from '@nestjs/common';
import type { z } from 'zod';
import { parsed } from './parsed.js';

/**
 * Reads a body or a query by its schema, which the description of the API is made from too. @throws
 * ZodError that names each field that is wrong
 */
export class SchemaPipe<Schema extends z.ZodType> implements PipeTransform<
  unknown,
  z.output<Schema>
> {
  constructor(readonly schema: Schema) {}

  transform(sent: unknown, { type }: ArgumentMetadata): z.output<Schema> {
    // A query that Fastify has read has no prototype, which a schema takes for no object.
    return parsed(this.schema, type === 'query' ? { ...(sent as object) } : sent);
  }
}
