import type { ArgumentMetadata, PipeTransform } from '@nestjs/common';
import type { z } from 'zod';
import { parseInput } from './parsed.js';

/**
 * Parses a body or a query by its schema; the API description uses the same schema.
 * @throws ZodError that names each invalid field
 */
export class SchemaPipe<Schema extends z.ZodType> implements PipeTransform<
  unknown,
  z.output<Schema>
> {
  constructor(readonly schema: Schema) {}

  transform(sent: unknown, { type }: ArgumentMetadata): z.output<Schema> {
    // Fastify's query object has no prototype, so zod would not accept it.
    return parseInput(this.schema, type === 'query' ? { ...(sent as object) } : sent);
  }
}
