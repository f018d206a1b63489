import type { PointerEvent } from 'react';
import type { HsnDigits } from '#domain/quotations/hsn.js';
import type { QuotedProduct } from '#domain/quotations/quotation.views.js';
import type { TypedLine } from './typed-lines.js';

/** Changes of the lines, addressed by id. They stay the same through all renders. */
export interface LineActions {
  change: (lineId: string, edit: (line: TypedLine) => TypedLine) => void;
  moveBy: (lineId: string, by: -1 | 1) => void;
  moveTo: (lineId: string, index: number) => void;
  duplicate: (lineId: string) => void;
  remove: (lineId: string) => void;
  /** Starts a drag by its handle. */
  drag: (lineId: string, event: PointerEvent) => void;
}

export interface LineEditorProps {
  line: TypedLine;
  number: number;
  isLast: boolean;
  /** Amount of the line; undefined while it cannot be read. */
  amountPaise: number | undefined;
  isTaxed: boolean;
  /** Digits that the organization prints of each HSN. */
  hsnDigits: HsnDigits;
  today: string;
  /** Present values of its product. */
  present: QuotedProduct | undefined;
  isAdmin: boolean;
  /** Set once the quotation was refused for its lines. */
  showsErrors: boolean;
  isPhone: boolean;
  actions: LineActions;
}
