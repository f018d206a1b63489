import type { ReactNode } from 'react';

/** Numbers of documents, such as `Q/2026-27/0042` and `ABC/26-27/10000`, but no parts of a URL. */
const NUMBERS = /(?<![\w/])([A-Z\d]{1,3}\/(?:\d{2})?\d{2}-\d{2}\/\d{4,})/;

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
