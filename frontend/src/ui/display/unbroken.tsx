import type { ReactNode } from 'react';

/** Numbers of documents, such as `Q/2026-27/0042`. */
const NUMBERS = /(\S*\/\d{4}-\d{2}\/\d+)/;

/** Text in which a document's number is not broken over lines. */
export const Unbroken = ({ children }: { children: string }): ReactNode =>
  children.split(NUMBERS).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <span key={index} className="num">
        {part}
      </span>
    ),
  );
