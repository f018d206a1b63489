import { type ArgumentMetadata, Body, type PipeTransform } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { z } from 'zod';
import { parseInput } from './parsed.js';

/**
 * Parses a body or a query by its schema.
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

/** Body parsed by a schema, which the route carries for the API description. */
export const Form =
  (form: z.ZodObject): ParameterDecorator =>
  (controller, name, index) => {
    Body(new SchemaPipe(form))(controller, name, index);
    const handler = Object.getOwnPropertyDescriptor(controller, name!)!;
    RouteConfig({ form })(controller, name!, handler);
  };

declare module 'fastify' {
  interface FastifyContextConfig {
    form?: z.ZodObject;
  }
}
