import { type EndpointRule, policy } from '#domain/policy.js';
import { queries } from '#domain/queries.js';
import { z } from 'zod';
import { publicCommands } from '../api/commands/definitions.js';
import type { QueryDefinition } from '#domain/kernel/query.js';
import type { Forms } from './forms.js';

/** JSON Schema of an input before normalisation, or of an output. */
const toJsonSchema = (schema: z.ZodType, io: 'input' | 'output' = 'input') => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return json;
};

const problems = {
  description: 'What is wrong, in words',
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
};
const header = (
  name: string,
  description: string,
  { required = false }: { readonly required?: boolean } = {},
) => ({
  name,
  in: 'header',
  required,
  description,
  schema: { type: 'string' },
});
const json = (schema: object) => ({ content: { 'application/json': { schema } } });

const commandHeaders = [
  {
    ...header(
      'Idempotency-Key',
      'The command’s id, a UUID made by the client. The same command twice has one effect.',
      { required: true },
    ),
    schema: { type: 'string', format: 'uuid' },
  },
  header(
    'If-Match',
    'Revision that the record must have. If it has another one, the answer is 412.',
  ),
  header(
    'X-Account',
    'Account of the sender. If the session belongs to another account, the answer is 401.',
  ),
  header(
    'X-Organization',
    'Organization in which the command was captured. If the sender is now in another one, the answer is 409.',
  ),
  header('X-Captured-At', 'Time at which the person acted, by the device’s clock.'),
  header('X-Sent-At', 'Time at which the request was sent, by the same clock.'),
];

/** Endpoints as OpenAPI 3.1, built from their schemas and the policy. */
export const openApi = (address: string | undefined, forms: Forms) => ({
  openapi: '3.1.0',
  info: {
    title: 'Fieldtrace',
    version: '1',
    description:
      'Commands change records, and queries read them. Every path under /api needs a session unless it says otherwise.',
  },
  ...(address && { servers: [{ url: address }] }),
  security: [{ session: [] }],
  components: {
    securitySchemes: {
      session: {
        type: 'apiKey',
        in: 'cookie',
        name: address?.startsWith('https:') ? '__Host-fieldtrace_session' : 'fieldtrace_session',
      },
    },
    schemas: {
      Done: {
        type: 'object',
        required: ['id', 'revision', 'position'],
        properties: {
          id: { type: 'string' },
          revision: { type: 'integer' },
          position: { type: 'string' },
        },
      },
      Problem: {
        type: 'object',
        required: ['type', 'title', 'status', 'code', 'detail'],
        properties: {
          type: { type: 'string' },
          title: { type: 'string' },
          status: { type: 'integer' },
          code: { type: 'string' },
          detail: { type: 'string' },
          fields: { type: 'object', additionalProperties: { type: 'string' } },
          existing: { type: 'object' },
        },
      },
    },
  },
  paths: Object.fromEntries([...commandPaths(), ...endpointPaths(forms)]),
});

const commandPaths = () =>
  [...publicCommands].map(([name, { may, data }]) => [
    `/api/commands/${name}`,
    {
      post: {
        operationId: name,
        tags: ['Commands'],
        summary: `Who may: ${typeof may === 'string' ? may : may.join(', ')}`,
        parameters: commandHeaders,
        requestBody: { required: true, ...json(toJsonSchema(data)) },
        responses: {
          200: {
            description: 'Done, or done before',
            ...json({ $ref: '#/components/schemas/Done' }),
          },
          default: problems,
        },
      },
    },
  ]);

function endpointPaths(forms: Forms) {
  const paths = new Map<string, Record<string, object>>();
  for (const [row, rule] of Object.entries<EndpointRule>({
    ...policy.queries,
    ...policy.endpoints,
  })) {
    if (row === 'POST /api/commands/:name') continue;
    const [method = '', path = ''] = row.split(' ');
    const template = path.replace(/:(\w+)/g, '{$1}');
    paths.set(template, {
      ...paths.get(template),
      [method.toLowerCase()]: operation(row, path, rule, forms),
    });
  }
  return [...paths];
}

const queryParameter = (name: string, schema: z.ZodType) => ({
  name,
  in: 'query',
  required: !schema.safeParse(undefined).success,
  schema: toJsonSchema(schema),
});

function successAnswer(answer: z.ZodType = z.unknown()) {
  const schema = toJsonSchema(answer, 'output');
  return { content: { [schema.contentMediaType ?? 'application/json']: { schema } } };
}

const queriesByRow = new Map<string, QueryDefinition>(
  Object.values(queries).map((each) => [`GET ${each.path}`, each]),
);
const isGet = (row: string): boolean => row.startsWith('GET ');
const findParams = (row: string, forms: Forms): z.ZodObject | undefined =>
  queriesByRow.get(row)?.params ?? (isGet(row) ? forms[row] : undefined);

const operation = (row: string, path: string, rule: EndpointRule, forms: Forms) => ({
  operationId: row,
  tags: [path.split('/')[2] ?? ''],
  summary: `Who may: ${typeof rule === 'string' ? rule : rule.join(', ')}`,
  ...(rule === 'anyone' && { security: [] }),
  parameters: [
    ...[...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string' },
    })),
    ...Object.entries(findParams(row, forms)?.shape ?? {}).map(([name, schema]) =>
      queryParameter(name, schema as z.ZodType),
    ),
    ...(row === 'POST /api/files'
      ? [header('Idempotency-Key', 'Becomes the file’s id', { required: true })]
      : []),
    ...(queriesByRow.has(row)
      ? [header('X-After-Position', 'Waits until the views have seen this position')]
      : []),
  ],
  ...(forms[row] &&
    !isGet(row) && { requestBody: { required: true, ...json(toJsonSchema(forms[row])) } }),
  ...(row === 'POST /api/files' && {
    requestBody: {
      required: true,
      content: {
        'multipart/form-data': {
          schema: { type: 'object', properties: { file: { type: 'string', format: 'binary' } } },
        },
      },
    },
  }),
  responses: {
    200: { description: 'OK', ...successAnswer(queriesByRow.get(row)?.answer) },
    default: problems,
  },
});
