import { t } from '@lingui/core/macro';
import { type ReactNode, useRef } from 'react';
import { Chip } from '../../ui/inputs/choice.js';
import { translated } from '../../words/i18n.js';
import { storedReason } from '../texts/reasons.js';

/**
 * Chips that fill in a reason, in the writer's language; `storedReason` finds it again. Unpressing
 * a chip restores the typed text that it replaced.
 */
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
  const ownWords = useRef('');
  const press = (usual: string): void => {
    if (!reasons.includes(chosen)) ownWords.current = written;
    onReason(chosen === usual ? ownWords.current : translated(usual));
  };
  return (
    <div className="flex flex-wrap gap-2" role="group" aria-label={t`Usual reasons`}>
      {reasons.map((usual) => (
        <Chip
          key={usual}
          aria-pressed={chosen === usual}
          className="max-md:min-h-tap"
          on={chosen === usual}
          onClick={() => press(usual)}
        >
          {translated(usual)}
        </Chip>
      ))}
    </div>
  );
}
