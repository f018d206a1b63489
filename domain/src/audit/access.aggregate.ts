import { defineAggregate } from '../kernel/aggregate.js';
import { unreachable } from '../kernel/decider.js';
import { quantities } from '../kernel/values/quantities.js';
import {
  type AccessCommand,
  type AccessEvent,
  accessCommands,
  accessEvents,
} from './access.commands.js';
import { accessExamples } from './access.examples.js';

/** Number of refusals recorded in the month. */
export type Access = { readonly refusals: number };

/** Access log of a member or an auditor's link for one month. Its entries are never removed. */
export const accessAggregate = defineAggregate({
  category: 'access',
  commands: accessCommands,
  events: accessEvents,
  examples: accessExamples,
  notFound: 'unknown-reference',
  streamId: (data: AccessCommand['data'], { accountId, now }) =>
    `${'linkId' in data ? data.linkId : accountId}-${now.slice(0, 7)}`,
  initialState: { refusals: 0 },

  evolve: (access: Access, event: AccessEvent): Access =>
    event.type === 'DecisionRefused' ? { refusals: access.refusals + 1 } : access,

  decide(command, { refusals }) {
    switch (command.type) {
      case 'OpenAuditScreen':
      case 'ExportAudit':
      case 'UseAuditLink':
        return [{ type: 'AccessRecorded', data: command.data }];
      case 'OpenProof':
        return [{ type: 'AccessRecorded', data: { export: 'proof' as const, ...command.data } }];
      case 'RecordRefusal': {
        const remaining = quantities.refusalsOfMonth - refusals;
        if (remaining <= 0) return [];
        const last = remaining === 1 && { last: true as const };
        return [{ type: 'DecisionRefused', data: { ...command.data, ...last } }];
      }
      default:
        return unreachable(command);
    }
  },
});
