import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, useState } from 'react';
import type { List } from '#domain/kernel/views.js';
import type { LeadDetail, TimelineEntry } from '#domain/leads/lead.views.js';
import { get } from '../lib/api.js';
import { Banner } from '../ui/banner.js';
import { Button } from '../ui/button.js';
import { LazyMount } from '../ui/lazy-mount.js';
import { counted, phoneText } from '../ui/format.js';
import { type EditableField, fieldNames } from './lead-field-names.js';
import { typeNames } from '../shared/labels.js';

const Dialog = lazy(async () => ({ default: (await import('../ui/dialog.js')).Dialog }));

interface ConflictNoticeProps {
  before: LeadDetail;
  now: LeadDetail;
  fields: readonly EditableField[];
  onSettle: (mine: boolean) => void;
}

function valueText(field: EditableField, lead: LeadDetail): string {
  if (field === 'type') return typeNames[lead.type];
  if (field === 'phone') return phoneText(lead.phone);
  if (field === 'place') return lead.place ? (lead.place.address ?? lead.place.name ?? `${lead.place.lat}, ${lead.place.lng}`) : 'None';
  if (field === 'photoFileIds') return lead.ownPhotos === 0 ? 'None' : counted(lead.ownPhotos, 'photo');
  return lead[field] ?? 'None';
}

/** Somebody changed the lead while I was typing. Both versions stay until I choose. */
export function ConflictNotice({ before, now, fields, onSettle }: ConflictNoticeProps): ReactNode {
  const [open, setOpen] = useState(false);
  const { data: who } = useQuery({
    queryKey: ['lead-changed-by', now.leadId, now.revision],
    queryFn: async () => {
      const { items } = await get<List<TimelineEntry>>(`/api/leads/${now.leadId}/timeline`);
      return items.find(({ type }) => type === 'LeadEdited')?.by.name ?? null;
    },
  });
  const name = who ?? 'Somebody';
  const choose = (mine: boolean) => (): void => {
    setOpen(false);
    onSettle(mine);
  };
  return (
    <>
      <Banner
        tone="warning"
        inset
        actions={
          <Button kind="ghost" onClick={() => setOpen(true)}>
            See what changed
          </Button>
        }
      >
        {name} changed this lead while you were typing.
      </Banner>
      <LazyMount when={open}>
        <Dialog
          open={open}
          onClose={() => setOpen(false)}
          title={`What ${name} changed`}
          foot={
            <>
              <Button kind="primary" size="lg" onClick={choose(true)}>
                Keep what I typed
              </Button>
              <Button size="lg" onClick={choose(false)}>
                Take {who ? `${name}'s` : 'that'} version
              </Button>
            </>
          }
        >
          <dl className="kv">
            {fields.map((field) => (
              <div key={field} className="contents">
                <dt>{fieldNames[field]}</dt>
                <dd>
                  <del className="text-ink-3">{valueText(field, before)}</del> <ins className="medium no-underline">{valueText(field, now)}</ins>
                </dd>
              </div>
            ))}
          </dl>
        </Dialog>
      </LazyMount>
    </>
  );
}
