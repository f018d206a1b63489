import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { LeadStatus } from '#domain/leads/lead.values.js';
import { Badge } from '../../ui/display/badge.js';
import { Glyph } from '../../ui/display/glyph.js';
import { toneStyle } from '../../ui/tone.js';
import { translated } from '../../words/i18n.js';
import { statusLooks } from '../texts/labels.js';

/** Lead status: a glyph that fills with progress, and its name. */
export function StatusBadge({
  status,
  children,
}: {
  status: LeadStatus;
  children?: ReactNode;
}): ReactNode {
  const { tone, fill } = statusLooks[status];
  return (
    <Badge tone={tone} glyph={<Glyph fill={fill} />}>
      {translated(status)}
      {children}
    </Badge>
  );
}

/** Glyph of a status without its name. `node` stands on a timeline. */
export function StatusGlyph({
  status,
  className = 'flex',
}: {
  status: LeadStatus;
  className?: 'flex' | 'node';
}): ReactNode {
  const { tone, fill } = statusLooks[status];
  return (
    <span className={className} style={toneStyle(tone)}>
      <Glyph fill={fill} />
    </span>
  );
}

/**
 * Line below an entry with the status that it set, in the words of the entry's note.
 * @param isOnlyChange whether the entry changed nothing but the status
 */
export function NewStatus({
  status,
  isOnlyChange = false,
}: {
  status: LeadStatus;
  isOnlyChange?: boolean;
}): ReactNode {
  return (
    <span className="row gap-1.5">
      <StatusGlyph status={status} />
      <span className="meta text-ink-2">
        {isOnlyChange ? (
          <Trans>
            Status changed to <b>{translated(status)}</b>
          </Trans>
        ) : (
          <Trans>
            Lead status updated to <b>{translated(status)}</b>
          </Trans>
        )}
      </span>
    </span>
  );
}
