import type { MessageDescriptor } from '@lingui/core';
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { Chip } from '../../ui/inputs/choice.js';
import { i18n } from '../../words/i18n.js';

/** Chips that fill in a reason, in the writer's language. */
export function UsualReasons({
  reasons,
  onReason,
}: {
  reasons: readonly MessageDescriptor[];
  onReason: (reason: string) => void;
}): ReactNode {
  return (
    <div className="flex flex-wrap gap-2" role="group" aria-label={t`Usual reasons`}>
      {reasons.map((usual) => (
        <Chip key={usual.id} onClick={() => onReason(i18n._(usual))}>
          {i18n._(usual)}
        </Chip>
      ))}
    </div>
  );
}
