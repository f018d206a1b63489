import { RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import type { z } from 'zod';
import { SchemaPipe } from '../http/schema.pipe.js';

/**
 * Schemas of endpoints that are neither commands nor queries, by policy row: of the body, or of a
 * GET's query string.
 */
export type Forms = Readonly<Record<string, z.ZodObject>>;

type Argument = { readonly pipes?: readonly unknown[] };

/** Collects the body schemas from the pipes of controllers. */
export function bodiesOf(controllers: readonly { readonly prototype: object }[]): Forms {
  const bodies: Record<string, z.ZodObject> = {};
  for (const controller of controllers)
    for (const name of Object.getOwnPropertyNames(controller.prototype)) {
      const handler = Object.getOwnPropertyDescriptor(controller.prototype, name)?.value as
        object | undefined;
      const path = handler && (Reflect.getMetadata(PATH_METADATA, handler) as string | undefined);
      if (!handler || path === undefined) continue;
      const whole = [Reflect.getMetadata(PATH_METADATA, controller) as string, path]
        .join('/')
        .replace(/\/+/g, '/')
        .replace(/^\/|\/$/g, '');
      const row = `${RequestMethod[Reflect.getMetadata(METHOD_METADATA, handler) as number]} /${whole}`;
      const given = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, name) ?? {}) as Readonly<
        Record<string, Argument>
      >;
      for (const pipe of Object.values(given).flatMap(({ pipes = [] }) => pipes))
        if (pipe instanceof SchemaPipe && !row.startsWith('GET '))
          bodies[row] = pipe.schema as z.ZodObject;
    }
  return bodies;
}
