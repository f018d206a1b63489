import type { PointerEvent } from 'react';
import type { HsnDigits } from '#domain/quotations/hsn.js';
import type { QuotedProduct } from '#domain/quotations/quotation.views.js';
import type { TypedLine } from './typed-lines.js';

/** Functions that change lines by id. Stable between renders. */
export interface LineActions {
  change: (lineId: string, edit: (line: TypedLine) => TypedLine) => void;
  moveBy: (lineId: string, by: -1 | 1) => void;
  moveTo: (lineId: string, index: number) => void;
  duplicate: (lineId: string) => void;
  remove: (lineId: string) => void;
  /** Starts dragging a line by its handle. */
  drag: (lineId: string, event: PointerEvent) => void;
}

export interface LineEditorProps {
  line: TypedLine;
  number: number;
  isLast: boolean;
  /** Amount of the line; undefined while it cannot be read. */
  amountPaise: number | undefined;
  isTaxed: boolean;
  /** Number of HSN digits that the organization prints. */
  hsnDigits: HsnDigits;
  today: string;
  /** Current values of the line's product. */
  currentProduct: QuotedProduct | undefined;
  isAdmin: boolean;
  /** Whether sending was tried with errors, which are then shown in untouched lines too. */
  showsErrors: boolean;
  isPhone: boolean;
  actions: LineActions;
}
