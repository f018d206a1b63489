import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { lazy, type ReactNode, useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import type { List } from '#domain/kernel/views.js';
import type { ExistingLead, LeadDetail, TimelineEntry } from '#domain/leads/lead.views.js';
import { get, newId } from '../lib/api.js';
import { useRoom } from '../lib/live.js';
import { sendOrQueue } from '../lib/outbox.js';
import { queryClient } from '../lib/query-client.js';
import { useMe } from '../lib/session.js';
import { ConflictNotice } from '../shared/conflict-notice.js';
import { FormPage } from '../shared/form-page.js';
import { typeNames } from '../shared/labels.js';
import { MemberChoice } from '../shared/member-field.js';
import { RecordPage } from '../shared/record-page.js';
import { useCommandForm } from '../shared/use-command-form.js';
import { idsOf, mostOfCommand, mostPhotosText, putBack } from '../shared/use-photos.js';
import { Button } from '../ui/button.js';
import { LazyMount } from '../ui/lazy-mount.js';
import { existingIn } from '../shared/queued-commands.js';
import { i18n } from '../words/i18n.js';
import { KnownNumber } from './known-number.js';
import { LeadFields, leadValues } from './lead-fields.js';
import { leadKeys, useLead } from './lead-queries.js';
import { afterSaving } from './redirects.js';

const DuplicateDialog = lazy(() => import('../shared/duplicate-dialog.js'));
const DeleteLead = lazy(() => import('./delete-lead.js'));

/** `/leads/{id}/edit`. */
export function EditLeadPage(): ReactNode {
  const { leadId = '' } = useParams();
  // what this device last knew may be older than what I saved myself: fields that begin with it would end in a conflict
  const lead = useLead(leadId, { anew: true });
  useRoom(`lead:${leadId}`);
  return (
    <RecordPage
      what="lead"
      list="/leads"
      record={lead.data}
      query={lead}
      anew
      failed={t`Failed to load lead details`}
      missing={t`It was deleted, or it is not one of yours.`}
    >
      {(now) => <EditLead key={leadId} now={now} />}
    </RecordPage>
  );
}

/** Photos that came with notes stay with those. */
const valuesOf = (lead: LeadDetail) => ({ ...leadValues(lead), photoFileIds: lead.photos.slice(0, lead.ownPhotos) });
type Values = ReturnType<typeof valuesOf>;

function textOf(field: keyof Values, values: Values): string {
  if (field === 'type') return values.type === '' ? t`None` : i18n._(typeNames[values.type]);
  if (field === 'place') return values.place ? (values.place.address ?? values.place.name ?? `${values.place.lat}, ${values.place.lng}`) : t`None`;
  if (field === 'photoFileIds')
    return values.photoFileIds.length === 0 ? t`None` : plural(values.photoFileIds.length, { one: '# photo', other: '# photos' });
  return String(values[field] || t`None`);
}

function EditLead({ now }: { now: LeadDetail }): ReactNode {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const { role } = useMe();
  const [assignee, setAssignee] = useState<string>();
  const [existing, setExisting] = useState<ExistingLead>();
  const [deleting, setDeleting] = useState(false);
  const { leadId, revision, assignedTo } = now;
  const queued = { recordId: leadId, title: t`Lead ${now.name}` };
  const form = useCommandForm('EditLead', {
    draft: `lead-${leadId}`,
    values: valuesOf(now),
    about: ({ place, photoFileIds, files }) => ({ leadId, place: place ?? null, photoFileIds: [...photoFileIds, ...idsOf(files)] }),
    queued,
    edits: {
      revision,
      refresh: async () => {
        const fresh = await get<LeadDetail>(`/api/leads/${leadId}`);
        queryClient.setQueryData(leadKeys.one(leadId), fresh);
        return { values: valuesOf(fresh), revision: fresh.revision };
      },
    },
    failed: t`Failed to update lead`,
    onDone: async () => {
      if (assignee !== undefined && assignee !== assignedTo.id)
        await sendOrQueue('ReassignLead', { leadId, assignedTo: assignee }, { ...queued, id: newId() });
      await navigate(afterSaving(search.get('redirect'), leadId), { replace: true });
    },
    onRefused: (problem) => setExisting(existingIn(problem)),
  });
  const { data: who } = useQuery({
    enabled: form.conflict !== undefined,
    queryKey: ['lead-changed-by', leadId, revision],
    queryFn: async () => {
      const { items } = await get<List<TimelineEntry>>(`/api/leads/${leadId}/timeline`);
      return items.find(({ type }) => type === 'LeadEdited')?.by.name ?? null;
    },
  });
  const kept = {
    fileIds: form.watch('photoFileIds'),
    remove: (fileId: string) => {
      const before = form.get('photoFileIds');
      form.set(
        'photoFileIds',
        before.filter((other) => other !== fileId),
      );
      return () => {
        const others = form.get('photoFileIds');
        if (others.length + form.get('files').length >= mostOfCommand) return mostPhotosText(mostOfCommand);
        form.set('photoFileIds', [...putBack(others, fileId, before.indexOf(fileId))]);
        return undefined;
      };
    },
  };

  return (
    <>
      <FormPage
        form={form}
        title={t`Edit lead`}
        back={{ to: `/leads/${leadId}`, label: t`Back to lead` }}
        notice={
          <ConflictNotice
            form={form}
            now={valuesOf(now)}
            says={(name) => t`${name} changed this lead while you were typing.`}
            who={who}
            textOf={textOf}
          />
        }
        foot={
          <Button kind="danger-ghost" icon={Trash2} className="self-start" onClick={() => setDeleting(true)}>
            <Trans>Delete Lead</Trans>
          </Button>
        }
      >
        <LeadFields form={form} kept={kept} number={<KnownNumber phone={form.watch('phone')} of={leadId} onLook={setExisting} />}>
          {role === 'admin' && <MemberChoice value={assignee ?? assignedTo.id} onValue={setAssignee} />}
        </LeadFields>
      </FormPage>
      <LazyMount when={existing !== undefined}>
        <DuplicateDialog
          existing={existing}
          onClose={() => setExisting(undefined)}
          onUpdate={(other) => void navigate(`/leads/${other}`)}
          onDifferent={() => {
            setExisting(undefined);
            form.retype('phone');
          }}
        />
      </LazyMount>
      <LazyMount when={deleting}>
        <DeleteLead lead={now} open={deleting} onClose={() => setDeleting(false)} />
      </LazyMount>
    </>
  );
}
