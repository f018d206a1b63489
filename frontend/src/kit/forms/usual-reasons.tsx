import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { Chip } from '../../ui/inputs/choice.js';
import { translated } from '../../words/i18n.js';
import { storedReason } from '../texts/reasons.js';

/** Chips that fill in a reason, in the writer's language; `storedReason` finds it again. */
export function UsualReasons({
  reasons,
  written,
  onReason,
}: {
  reasons: readonly string[];
  /** Text of the field. */
  written: string;
  onReason: (reason: string) => void;
}): ReactNode {
  const chosen = storedReason(written, reasons);
  return (
    <div className="flex flex-wrap gap-2" role="group" aria-label={t`Usual reasons`}>
      {reasons.map((usual) => (
        <Chip
          key={usual}
          aria-pressed={chosen === usual}
          className="max-md:min-h-11"
          on={chosen === usual}
          onClick={() => onReason(chosen === usual ? '' : translated(usual))}
        >
          {translated(usual)}
        </Chip>
      ))}
    </div>
  );
}
