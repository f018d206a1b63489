import { Fragment, type ReactNode } from 'react';
import { wholeParts } from '#domain/kernel/texts/whole-parts.js';

/** Name whose units stay with their numbers where a line breaks. */
export const WholeName = ({ children }: { children: string }): ReactNode =>
  wholeParts(children).map((part, index) =>
    // every second part is one that no line breaks
    index % 2 === 1 ? (
      <span key={index} className="whitespace-nowrap">
        {part}
      </span>
    ) : (
      <Fragment key={index}>{part}</Fragment>
    ),
  );
