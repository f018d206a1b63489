import { z } from 'zod';
import { type CommandDefinitions, type EventDefinitions, type EventsIn } from '../kernel/schema.js';

/** The bell was opened: its counts begin anew. The stream is the member's of that month. */
export const alertsCommands = { MarkAlertsSeen: { may: 'member', data: z.strictObject({}) } } as const satisfies CommandDefinitions;

export const alertsEvents = { AlertsSeen: z.object({}) } as const satisfies EventDefinitions;
export type AlertsEvent = EventsIn<typeof alertsEvents>;
