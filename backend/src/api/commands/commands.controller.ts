import type { AnyCommand } from '#domain/commands.js';
import { mayEver } from '#domain/kernel/policy.js';
import { Refusal, refuse } from '#domain/kernel/refusal.js';
import type { CommandDefinition } from '#domain/kernel/schema.js';
import { type Answer, StaleRevision } from '#platform/write-side/request.js';
import { Body, Controller, HttpCode, Param, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { ZodError } from 'zod';
import { type Caller, callerOf } from '../../auth/caller.js';
import { Callers } from '../../auth/callers.js';
import { parsed } from '../../http/parsed.js';
import { Problem, problem } from '../../http/problem.js';
import { RefusalDetails } from './refusal-details.js';
import { MembershipWatch } from '../live/membership-watch.js';
import { RateLimits } from '../../http/rate-limits.js';
import type { RequestStep } from '../../http/request-steps.js';
import { People } from '../../auth/people.js';
import { SandboxUse } from '../../auth/sandbox-use.js';
import {
  checkOrganization,
  deviceTime,
  expectedRevision,
  idempotencyKey,
} from './command-headers.js';
import { Commands } from './commands.js';
import { publicCommands, nearestCommand } from './definitions.js';

export const commandEndpoint = '/api/commands/:name';

/** The one endpoint for all commands. A body is checked by the command's own schema. */
@Controller('api/commands')
export class CommandsController {
  constructor(
    private readonly callers: Callers,
    private readonly commands: Commands,
    private readonly refusals: RefusalDetails,
    private readonly memberships: MembershipWatch,
    private readonly people: People,
    private readonly limits: RateLimits,
    private readonly sandbox: SandboxUse,
  ) {}

  /**
   * Before a caller from memory is refused, the log says whether they have changed organization or
   * role since.
   */
  @Post(':name')
  @HttpCode(200)
  async send(
    @Param('name') name: string,
    @Body() body: unknown,
    @Req() request: FastifyRequest,
  ): Promise<Answer> {
    const caller = callerOf(request);
    try {
      return await this.sendAs(caller, name, body, request);
    } catch (error) {
      if (!caller.isRemembered || !isRefusal(error)) throw await this.detailed(error, caller);
      const current = await this.callers.inLog(caller);
      request.refusal = roleRefusal(commandNamed(name), current);
      if (idOfOrganization(current) === idOfOrganization(caller))
        throw await this.detailed(error, current);
      return await this.sendAs(current, name, body, request).catch(async (again: unknown) => {
        throw await this.detailed(again, current);
      });
    }
  }

  private async detailed(error: unknown, caller: Caller): Promise<unknown> {
    return error instanceof Refusal ? this.refusals.of(error, caller) : error;
  }

  private async sendAs(
    caller: Caller,
    name: string,
    body: unknown,
    request: FastifyRequest,
  ): Promise<Answer> {
    const { data, heldBy, endsMembership, ofOnePerson, answers = {} } = commandNamed(name);
    // Visitors of the sandbox share its account: none takes it out of the sandbox, or chooses its
    // name or language for all.
    if ((endsMembership || ofOnePerson) && caller.session.begunBy === 'demo') refuse('not-allowed');
    const id = idempotencyKey(request.headers);
    // Sent again after its answer was lost, it is about the organization that was left by it.
    const left = endsMembership && (await this.people.leftBy(caller.account.id, id));
    const organizationId = left ?? idOfOrganization(caller);
    const ifMatch = expectedRevision(request.headers);
    checkOrganization(request.headers, organizationId);
    const read = readOf(() => parsed(data, body));
    if (heldBy && 'refused' in read) throw read.refused;
    // what a command's own schema has read
    const command = { type: name, data: 'data' in read ? read.data : body } as AnyCommand;
    if (heldBy) await this.limits.count('guesses', caller.account.id);
    const answer = await this.commands.send(command, {
      id,
      accountId: caller.account.id,
      organizationId,
      sent: body,
      ...('refused' in read && { refused: read.refused }),
      device: deviceTime(request.headers),
      expectedRevision: ifMatch,
    });
    if (caller.session.begunBy === 'demo') await this.sandbox.record(name, caller.account.id);
    this.memberships.catchUp(command, caller.account.id, answer.position);
    const further = Object.entries(answers).map(([id, field]) => [
      id,
      (command.data as Readonly<Record<string, unknown>>)[field],
    ]);
    return { ...answer, ...Object.fromEntries(further) };
  }
}

/** Body as its schema reads it, or why that refuses it. */
function readOf(read: () => unknown): { readonly data: unknown } | { readonly refused: Error } {
  try {
    return { data: read() };
  } catch (error) {
    if (!(error instanceof ZodError)) throw error;
    return { refused: error };
  }
}

const idOfOrganization = ({ membership }: Caller): string | undefined =>
  membership?.organization.id;
/** Refused because of who asks, or of what the record is. */
const isRefusal = (error: unknown): boolean =>
  error instanceof Refusal || error instanceof Problem || error instanceof StaleRevision;

/**
 * Before the body is read: a command that does not exist is refused whatever is in it. One that the
 * role may never send is too, but for the very command that was answered before the role changed,
 * which only the handler knows: so whatever comes out of it but its answer reads as the refusal.
 */
export const noteRoleRefusal: RequestStep = (request) => {
  if (request.routeOptions.url !== commandEndpoint || !request.caller) return;
  const { name } = request.params as { name: string };
  request.refusal = roleRefusal(commandNamed(name), request.caller);
};

function commandNamed(name: string): CommandDefinition {
  const definition = publicCommands.get(name);
  if (definition) return definition;
  const { status, code } = problem('unknown-command');
  throw new Problem(
    status,
    code,
    `There is no command ${JSON.stringify(name.slice(0, 60))}. Did you mean ${nearestCommand(name)}?`,
  );
}

/** Whether an account may still found or join, the handler says. */
function roleRefusal(
  { may, withoutOrganization = 'organization-needed' }: CommandDefinition,
  { membership }: Caller,
): Refusal | undefined {
  if (may === 'newcomer' || mayEver(may, membership?.role)) return undefined;
  return new Refusal(membership ? 'not-allowed' : withoutOrganization);
}
