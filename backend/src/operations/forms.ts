import { RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { z } from 'zod';
import { SchemaPipe } from '../http/schema.pipe.js';

/** What endpoints read, by the rows of the policy: bodies and queries. */
export type Forms = { readonly bodies: Readonly<Record<string, z.ZodType>>; readonly queries: Readonly<Record<string, z.ZodObject>> };

type Argument = { readonly pipes?: readonly unknown[] };

/** The schemas of the pipes that controllers read bodies and queries with. */
export function formsOf(controllers: readonly { readonly prototype: object }[]): Forms {
  const forms = { bodies: {} as Record<string, z.ZodType>, queries: {} as Record<string, z.ZodObject> };
  for (const controller of controllers)
    for (const name of Object.getOwnPropertyNames(controller.prototype)) {
      const handler = Object.getOwnPropertyDescriptor(controller.prototype, name)?.value as object | undefined;
      const path = handler && (Reflect.getMetadata(PATH_METADATA, handler) as string | undefined);
      if (!handler || path === undefined) continue;
      const whole = [Reflect.getMetadata(PATH_METADATA, controller) as string, path]
        .join('/')
        .replace(/\/+/g, '/')
        .replace(/^\/|\/$/g, '');
      const row = `${RequestMethod[Reflect.getMetadata(METHOD_METADATA, handler) as number]} /${whole}`;
      const given = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, name) ?? {}) as Readonly<Record<string, Argument>>;
      for (const pipe of Object.values(given).flatMap(({ pipes = [] }) => pipes))
        if (pipe instanceof SchemaPipe) {
          if (row.startsWith('GET ')) forms.queries[row] = pipe.schema as z.ZodObject;
          else forms.bodies[row] = pipe.schema as z.ZodType;
        }
    }
  return forms;
}
