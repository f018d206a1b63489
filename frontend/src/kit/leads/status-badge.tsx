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
