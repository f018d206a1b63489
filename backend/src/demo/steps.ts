import type { AnyCommand } from '#domain/commands.js';
import type { Role } from '#domain/kernel/policy.js';
import type { CataloguePicture } from './catalogue-pictures.js';

/** Uploaded picture or PDF. Equal scenes give equal pictures. */
export type DemoFile = DemoDrawing | DemoPaper;
export type DemoDrawing = { readonly fileId: string } & (
  | { readonly kind: 'photo'; readonly scene: number }
  /** All copies of a scene are one file, as if somebody submitted the same receipt twice. */
  | { readonly kind: 'bill'; readonly scene: number; readonly isCopy: boolean }
  | { readonly kind: 'catalogue'; readonly picture: CataloguePicture }
);
export type DemoPaper = { readonly fileId: string } & (
  | { readonly kind: 'quotation'; readonly customer: string; readonly amountPaise: number }
  | { readonly kind: 'paper'; readonly lines: readonly string[] }
);

/** Command of a member at a time. Steps of one record are sequential. */
export type Step = { readonly at: string; readonly by: string; readonly record: string } & (
  | { readonly command: AnyCommand; readonly internal?: true }
  | { readonly file: DemoFile }
  /** Joins by the invite code of the new organization. */
  | { readonly joins: true }
);

/** Quotation that its customer opens, and perhaps accepts, at the end of the demo. */
export type DemoAnswer = {
  readonly quotationId: string;
  /** Assignee of the lead, who stands for the customer in the log. */
  readonly by: string;
  readonly accepts: boolean;
};

export type DemoPerson = {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  readonly phone: string;
};

/** Number of views of a public page. */
export type DemoViews = { readonly itemId: string; readonly times: number };
