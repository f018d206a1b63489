import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Place } from '#domain/kernel/schema.js';
import type { LeadDetail } from '#domain/leads/lead.views.js';
import type { LeadType } from '#domain/leads/lead.values.js';
import type { OutboxItem } from '../../lib/outbox/outbox-item.js';
import { discardItem, keepEdit, replaceItem } from '../../lib/outbox/outbox-resubmit.js';
import { Button } from '../../ui/buttons/button.js';
import { Dialog } from '../../ui/overlays/dialog.js';
import { FormRefusal } from '../../ui/inputs/form-errors.js';
import { Loading, SkeletonRows } from '../../ui/feedback/states.js';
import { DescriptionList } from '../../ui/layout/description.js';
import { i18n } from '../../words/i18n.js';
import { placeName } from '../leads/contact.js';
import { typeNames } from '../leads/lead-names.js';
import { fieldName } from '../texts/field-names.js';
import { leadQuery } from '../leads/lead-record.js';
import { titleOf } from './queued-commands.js';
import { conflictingFields, fieldOfLead } from './stale-edit.js';
import { useItemChange } from './use-item-change.js';

function textOf(field: string, value: unknown, current: LeadDetail): string {
  if (!value) return t`None`;
  if (field === 'type') return i18n._(typeNames[value as LeadType]);
  if (field === 'place') return placeName(value as Place);
  if (field === 'photoFileIds')
    return plural((value as readonly string[]).length, { one: '# photo', other: '# photos' });
  if (field === 'assignedTo')
    return value === current.assignedTo.id ? current.assignedTo.name : t`a colleague`;
  return String(value);
}

/**
 * Conflict of an offline edit. Both values stay until the person chooses; other fields are sent
 * either way.
 */
export function StaleEditDialog({
  item,
  over,
  onClose,
}: {
  item: OutboxItem;
  /** Notice that nothing can be done any more; undefined while the item is refused. */
  over: ReactNode;
  onClose: () => void;
}): ReactNode {
  const { run, busy, message } = useItemChange(t`${titleOf(item)} was not sent`);
  const { data: current } = useQuery({ ...leadQuery(item.recordId), staleTime: 0 });
  const clashes = current ? conflictingFields(item, current) : [];
  const values =
    current &&
    Object.fromEntries(
      Object.keys(item.base?.values ?? {}).map((field) => [field, fieldOfLead(current, field)]),
    );
  const base = current && values && { revision: current.revision, values };
  const isOver = over !== undefined && !busy;
  const isBlocked = !base || isOver;
  const keepTyped = async (): Promise<void> => {
    if (!base) return;
    await keepEdit(item.commandId, base);
    onClose();
  };
  const takeCurrent = async (): Promise<void> => {
    if (!base) return;
    const mine = Object.fromEntries(
      Object.entries(item.data).filter(([field]) => !clashes.includes(field)),
    );
    const isEmpty = Object.keys(mine).every((field) => !(field in base.values));
    if (isEmpty) await discardItem(item.commandId);
    else await replaceItem(item.commandId, mine, [], { base });
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t`${titleOf(item)} was not sent`}
      description={t`Somebody else changed it while you had no network.`}
      foot={
        <>
          <Button kind="primary" size="lg" disabled={isBlocked} onClick={() => run(keepTyped)}>
            {t`Keep what I typed`}
          </Button>
          <Button size="lg" disabled={isBlocked} onClick={() => run(takeCurrent)}>
            {t`Take that version`}
          </Button>
          {isOver && (
            <Button size="lg" onClick={onClose}>
              {t`Close`}
            </Button>
          )}
        </>
      }
    >
      {isOver && over}
      <Loading when={!current} skeleton={<SkeletonRows count={2} />}>
        {() =>
          current && (
            <DescriptionList
              items={clashes.map((field) => [
                fieldName(field),
                <>
                  <span className="block">
                    {textOf(field, fieldOfLead(current, field), current)}
                  </span>
                  <span className="block font-medium">{t`You typed: ${textOf(field, item.data[field], current)}`}</span>
                </>,
              ])}
            />
          )
        }
      </Loading>
      {message && <FormRefusal>{message}</FormRefusal>}
    </Dialog>
  );
}
