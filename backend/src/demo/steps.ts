import type { AnyCommand } from '#domain/commands.js';
import type { Role } from '#domain/kernel/policy.js';
import type { CataloguePicture } from './catalogue-pictures.js';

/** A picture or a paper that is handed in; the same scene is drawn the same. */
export type DemoFile = DemoDrawing | DemoPaper;
export type DemoDrawing = { readonly fileId: string } & (
  | { readonly kind: 'photo' | 'bill'; readonly scene: number }
  | { readonly kind: 'catalogue'; readonly picture: CataloguePicture }
);
export type DemoPaper = { readonly fileId: string } & (
  | { readonly kind: 'quotation'; readonly customer: string; readonly amountPaise: number }
  | { readonly kind: 'paper'; readonly lines: readonly string[] }
);

/** Something that a member does at a moment. Steps of one record come one after the other. */
export type Step = { readonly at: string; readonly by: string; readonly record: string } & (
  | { readonly command: AnyCommand; readonly internal?: true }
  | { readonly file: DemoFile }
  /** By the code that the organization got when it was founded. */
  | { readonly joins: true }
);

export type DemoPerson = {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  readonly phone: string;
};

/** How often strangers have looked at a public page. */
export type DemoViews = { readonly itemId: string; readonly times: number };
