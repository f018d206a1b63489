import type { FastifyReply, FastifyRequest } from 'fastify';

type Result = 'answered' | void;

/**
 * Step that a request passes before its body is read. It refuses by throwing. It returns
 * 'answered' if it has sent an answer itself, because a refusal under load avoids the cost of an
 * error.
 */
export type RequestStep = (
  request: FastifyRequest,
  reply: FastifyReply,
) => Result | Promise<Result>;

/** Hook of Fastify that runs steps in their order, until one throws or has answered. */
export const runInOrder =
  (steps: readonly RequestStep[]) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    for (const step of steps) {
      const result = step(request, reply);
      if ((result instanceof Promise ? await result : result) === 'answered') return reply;
    }
    return undefined;
  };
