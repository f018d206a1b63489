import type { ReactNode } from 'react';

/**
 * Numbers of documents, such as `Q/2026-27/0042` and `ABC/26-27/10000`. The first group is the
 * character before the number, which is no `/`, so that parts of a URL do not match.
 */
const NUMBERS = /(^|[^\w/])([A-Z\d]{1,3}\/(?:\d{2})?\d{2}-\d{2}\/\d{4,})/;
/**
 * Parts that `split` yields per number: the text, the character before the number, and the number.
 */
const PARTS_EACH = 3;

/** Text in which a document's number is not broken over lines. */
export const KeepTogether = ({ children }: { children: string }): ReactNode =>
  children.split(NUMBERS).map((part, index) =>
    index % PARTS_EACH === PARTS_EACH - 1 ? (
      <span key={index} className="num">
        {part}
      </span>
    ) : (
      part
    ),
  );
