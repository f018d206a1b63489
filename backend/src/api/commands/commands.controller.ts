import type { AnyCommand } from '#domain/commands.js';
import { mayEver } from '#domain/kernel/policy.js';
import { Refusal, refuse } from '#domain/kernel/refusal.js';
import type { CommandDefinition } from '#domain/kernel/schema.js';
import { type Answer, StaleRevision } from '#platform/write-side/request.js';
import { Body, Controller, HttpCode, Param, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { ZodError } from 'zod';
import { type Caller, getCaller } from '../../auth/caller.js';
import { Callers } from '../../auth/callers.js';
import { commandEndpoint } from '../../http/command-name.js';
import { parseInput } from '../../http/parsed.js';
import { Problem, problem } from '../../http/problems/problem.js';
import { RefusalDetails } from './refusal-details.js';
import { MembershipWatch } from '../live/membership-watch.js';
import { RateLimits } from '../../http/rate-limits.js';
import type { RequestStep } from '../../http/request-steps.js';
import { People } from '../../auth/people/people.js';
import { Browser } from '../../auth/sessions/browser.js';
import { SandboxUse } from '../../auth/sessions/sandbox-use.js';
import {
  checkOrganization,
  parseDeviceTime,
  parseExpectedRevision,
  parseIdempotencyKey,
} from './command-headers.js';
import { Commands } from './commands.js';
import { publicCommands, nearestCommand } from './definitions.js';

/** Endpoint of all commands. The command's own schema checks the body. */
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
   * Sends a command. Before a caller from the cache is refused, the log is asked for their present
   * organization and role.
   */
  @Post(':name')
  @HttpCode(200)
  async send(
    @Param('name') name: string,
    @Body() body: unknown,
    @Req() request: FastifyRequest,
  ): Promise<Answer> {
    const caller = getCaller(request);
    try {
      return await this.sendAs(caller, name, body, request);
    } catch (error) {
      if (!caller.isCached || !isRefusal(error)) throw await this.addDetails(error, caller);
      const currentCaller = await this.callers.reload(caller);
      request.refusal = findRoleRefusal(findCommand(name), currentCaller);
      if (getOrganizationId(currentCaller) === getOrganizationId(caller))
        throw await this.addDetails(error, currentCaller);
      return await this.sendAs(currentCaller, name, body, request).catch(
        async (secondError: unknown) => {
          throw await this.addDetails(secondError, currentCaller);
        },
      );
    }
  }

  private async addDetails(error: unknown, caller: Caller): Promise<unknown> {
    return error instanceof Refusal ? this.refusals.withDetails(error, caller) : error;
  }

  private async sendAs(
    caller: Caller,
    name: string,
    body: unknown,
    request: FastifyRequest,
  ): Promise<Answer> {
    const {
      data,
      recordByClaim,
      endsMembership,
      concernsPersonOnly,
      idsInAnswer = {},
    } = findCommand(name);
    // Visitors of the sandbox share its account, so none may leave it or change its name or
    // language.
    if ((endsMembership || concernsPersonOnly) && caller.session.begunBy === 'demo')
      refuse('not-allowed');
    const id = parseIdempotencyKey(request.headers);
    // A repeated `LeaveOrganization` belongs to the organization that it left.
    const leftOrganization =
      endsMembership && (await this.people.findLeftOrganization(caller.account.id, id));
    const organizationId = leftOrganization ?? getOrganizationId(caller);
    const expectedRevision = parseExpectedRevision(request.headers);
    checkOrganization(request.headers, organizationId);
    const parsed = tryParse(() => parseInput(data, body));
    if (recordByClaim && 'refused' in parsed) throw parsed.refused;
    // Typed by the command's schema.
    const command = { type: name, data: 'data' in parsed ? parsed.data : body } as AnyCommand;
    if (recordByClaim) await this.limits.count('guesses', caller.account.id);
    const answer = await this.commands.send(command, {
      id,
      accountId: caller.account.id,
      organizationId,
      sent: body,
      ...('refused' in parsed && { refused: parsed.refused }),
      device: parseDeviceTime(request.headers),
      sentFrom: Browser.senderOf(request),
      expectedRevision,
      span: request.spans?.[0],
    });
    if (caller.session.begunBy === 'demo') await this.sandbox.record(name, caller.account.id);
    this.memberships.applyOwnCommand(command, caller.account.id, answer.position);
    const answeredIds = Object.entries(idsInAnswer).map(([name, field]) => [
      name,
      (command.data as Readonly<Record<string, unknown>>)[field],
    ]);
    return { ...answer, ...Object.fromEntries(answeredIds) };
  }
}

/** Parses the body. Returns the error if the schema refuses it. */
function tryParse(parse: () => unknown): { readonly data: unknown } | { readonly refused: Error } {
  try {
    return { data: parse() };
  } catch (error) {
    if (!(error instanceof ZodError)) throw error;
    return { refused: error };
  }
}

const getOrganizationId = ({ membership }: Caller): string | undefined =>
  membership?.organization.id;
/** Whether an error depends on the sender, or on the record's state. */
const isRefusal = (error: unknown): boolean =>
  error instanceof Refusal || error instanceof Problem || error instanceof StaleRevision;

/**
 * Refuses unknown commands before the body is read, and notes the refusal of a command that the
 * role may never send. Such a command still runs, because it may repeat one that was answered
 * before the role changed. If it does not succeed, its answer is replaced by the refusal.
 */
export const setRoleRefusal: RequestStep = (request) => {
  if (request.routeOptions.url !== commandEndpoint || !request.caller) return;
  const { name } = request.params as { name: string };
  request.refusal = findRoleRefusal(findCommand(name), request.caller);
};

function findCommand(name: string): CommandDefinition {
  const definition = publicCommands.get(name);
  if (definition) return definition;
  const { status, code } = problem('unknown-command');
  throw new Problem(
    status,
    code,
    `There is no command ${JSON.stringify(name.slice(0, 60))}. Did you mean ${nearestCommand(name)}?`,
  );
}

/**
 * Finds the refusal for the caller's role. The command handler decides about founding and joining
 * an organization.
 */
function findRoleRefusal(
  { may, withoutOrganization = 'organization-needed' }: CommandDefinition,
  { membership }: Caller,
): Refusal | undefined {
  if (may === 'newcomer' || mayEver(may, membership?.role)) return undefined;
  return new Refusal(membership ? 'not-allowed' : withoutOrganization);
}
