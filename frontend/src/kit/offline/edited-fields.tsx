import { plural, t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import type { Place } from '#domain/kernel/schema.js';
import type { LeadDetail } from '#domain/leads/lead.views.js';
import type { OutboxItem } from '../../lib/outbox/outbox-item.js';
import { DescriptionList } from '../../ui/layout/description.js';
import { placeName } from '../leads/contact.js';
import { choiceText } from '../texts/choice-text.js';
import { fieldName } from '../texts/field-names.js';
import { conflictingFields, editedFields, fieldOfLead } from './stale-edit.js';

/** Value of a lead's field. `current`, if known, names its assignee. */
function textOf(field: string, value: unknown, current: LeadDetail | undefined): string {
  if (!value) return t`None`;
  if (field === 'place') return placeName(value as Place);
  if (field === 'photoFileIds')
    return plural((value as readonly string[]).length, { one: '# photo', other: '# photos' });
  if (field === 'assignedTo')
    return value === current?.assignedTo.id ? current.assignedTo.name : t`a colleague`;
  return choiceText(String(value), field);
}

/** Fields of an unsent edit as they were typed. */
export const TypedFields = ({ item }: { item: OutboxItem }): ReactNode => (
  <DescriptionList
    items={editedFields(item).map((field) => [
      fieldName(field),
      textOf(field, item.data[field], undefined),
      'whitespace-pre-line wrap-anywhere',
    ])}
  />
);

/** Fields that somebody else has changed since, with both values. */
export const ConflictingFields = ({
  item,
  current,
}: {
  item: OutboxItem;
  current: LeadDetail;
}): ReactNode => (
  <DescriptionList
    items={conflictingFields(item, current).map((field) => [
      fieldName(field),
      <>
        <span className="block">{textOf(field, fieldOfLead(current, field), current)}</span>
        <span className="block font-medium">{t`You typed: ${textOf(field, item.data[field], current)}`}</span>
      </>,
    ])}
  />
);
