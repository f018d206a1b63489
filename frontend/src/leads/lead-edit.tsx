import { zodResolver } from '@hookform/resolvers/zod';
import { Trash2 } from 'lucide-react';
import { lazy, type ReactNode, useState } from 'react';
import { type FieldPath, useForm } from 'react-hook-form';
import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import type { ExistingLead, LeadDetail } from '#domain/leads/lead.views.js';
import { get, newId, Problem, errorMessage } from '../lib/api.js';
import { useRoom } from '../lib/live.js';
import { useOnline } from '../lib/network.js';
import { sendOrQueue } from '../lib/outbox.js';
import { queryClient } from '../lib/query-client.js';
import { useMe } from '../lib/session.js';
import { Button } from '../ui/button.js';
import { useToday } from '../ui/figures.js';
import { Page } from '../ui/frame.js';
import { LazyMount } from '../ui/lazy-mount.js';
import { SkeletonCards, Loading } from '../ui/states.js';
import { ConflictNotice } from './conflict-notice.js';
import type { EditableField } from './lead-field-names.js';
import { LeadFields } from './lead-fields.js';
import { LeadFormFrame } from './lead-form-frame.js';
import {
  changesBetween,
  detailsOf,
  editableOf,
  emptyLead,
  leadForm,
  type LeadFormResult,
  type LeadFormValues,
  valuesOf,
} from './lead-form.schema.js';
import { isGone, LeadNotFound } from './lead-not-found.js';
import { useTeam } from '../shared/team.js';
import { leadKeys, useLead } from './lead-queries.js';
import { afterSaving } from './redirects.js';
import { useLocation } from '../shared/use-location.js';
import { usePhotos } from '../shared/use-photos.js';

const DuplicateDialog = lazy(() => import('./duplicate-dialog.js'));
const DeleteLead = lazy(() => import('./delete-lead.js'));

/** `/leads/{id}/edit`. */
export function EditLeadPage(): ReactNode {
  const { leadId = '' } = useParams();
  // what this device last knew may be older than what I saved myself: fields that begin with it would end in a conflict
  const lead = useLead(leadId, { anew: true });
  const online = useOnline();
  useRoom(`lead:${leadId}`);
  if (lead.isError && (isGone(lead.error) || !lead.data)) return <LeadNotFound error={lead.error} onRetry={() => void lead.refetch()} />;
  return (
    <Loading
      when={!lead.data || (online && lead.isFetching && !lead.isFetchedAfterMount)}
      skeleton={
        <Page className="pt-16">
          <SkeletonCards count={2} />
        </Page>
      }
      label="Loading lead"
    >
      {() => lead.data && <EditLead key={leadId} now={lead.data} />}
    </Loading>
  );
}

function EditLead({ now }: { now: LeadDetail }): ReactNode {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const me = useMe();
  const today = useToday();
  // what the fields began with; what changes meanwhile is somebody else's
  const [base, setBase] = useState(now);
  const form = useForm<LeadFormValues, unknown, LeadFormResult>({ resolver: zodResolver(leadForm(today)), defaultValues: valuesOf(base) });
  const location = useLocation(base.place);
  const [kept, setKept] = useState(base.photos.slice(0, base.ownPhotos));
  const photos = usePhotos({ kept: kept.length });
  const isAdmin = me.role === 'admin';
  const team = useTeam({ enabled: isAdmin });
  const [assignedTo, setAssignedTo] = useState(base.assignedTo.id);
  const [existing, setExisting] = useState<ExistingLead>();
  const [message, setMessage] = useState<string>();
  const [deleting, setDeleting] = useState(false);
  // read here, or the form does not watch them
  const { errors, isSubmitting, dirtyFields } = form.formState;
  const { leadId } = base;
  const place = location.finding.state === 'found' ? location.finding.place : undefined;
  const theirs = changesBetween(editableOf(base), editableOf(now));
  const details = { place, photoFileIds: [...kept, ...photos.files.map(({ fileId }) => fileId)] };
  const conflict = !isSubmitting && Object.keys(theirs).length > 0;
  const title = `Lead ${base.name}`;

  const send = async (changes: object, revision: number): Promise<void> => {
    try {
      if (Object.keys(changes).length > 0)
        await sendOrQueue('EditLead', { leadId, ...changes }, { recordId: leadId, title, revision, files: photos.files, id: newId() });
      if (isAdmin && assignedTo !== base.assignedTo.id)
        await sendOrQueue('ReassignLead', { leadId, assignedTo }, { recordId: leadId, title, id: newId() });
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== 412) throw error;
      const fresh = await get<LeadDetail>(`/api/leads/${leadId}`);
      queryClient.setQueryData(leadKeys.one(leadId), fresh);
      // somebody added a note or a date: no field of mine is concerned
      if (Object.keys(changesBetween(editableOf(base), editableOf(fresh))).length === 0) return send(changes, fresh.revision);
      throw new Conflict();
    }
  };

  const save = form.handleSubmit(async (result) => {
    setMessage(undefined);
    try {
      await send(changesBetween(editableOf(base), detailsOf(result, details)), conflict ? base.revision : now.revision);
      await navigate(afterSaving(search.get('redirect'), leadId), { replace: true });
    } catch (error) {
      if (error instanceof Conflict) return;
      if (error instanceof Problem && error.code === 'lead-phone-taken')
        setExisting((error.existing as ExistingLead | undefined) ?? { assignedTo: { id: '', name: 'a colleague' } });
      const fields = error instanceof Problem ? error.fields : {};
      const known = Object.keys(fields).filter((field): field is FieldPath<LeadFormValues> => field in emptyLead);
      for (const field of known) form.setError(field, { message: fields[field] });
      setMessage(known.length > 0 ? undefined : errorMessage(error, 'Failed to update lead'));
    }
  });

  /** Their version becomes what I edit; where `mine`, my fields stay as I typed them. */
  const settle = (mine: boolean): void => {
    const typed = form.getValues();
    const mineFields = Object.keys(dirtyFields) as (keyof LeadFormValues)[];
    // what I did not touch becomes theirs also where I keep mine, or it would be sent back as it was
    const untouched = (field: EditableField, value: unknown): boolean => !mine || JSON.stringify(value) === JSON.stringify(editableOf(base)[field]);
    if (untouched('place', place)) location.become(now.place);
    if (untouched('photoFileIds', details.photoFileIds)) {
      setKept(now.photos.slice(0, now.ownPhotos));
      photos.become([]);
    }
    if (!mine || assignedTo === base.assignedTo.id) setAssignedTo(now.assignedTo.id);
    setBase(now);
    form.reset(valuesOf(now));
    if (!mine) return;
    for (const field of mineFields) form.setValue(field, typed[field], { shouldDirty: true });
  };

  return (
    <>
      <LeadFormFrame
        title="Edit lead"
        back={{ to: `/leads/${leadId}`, label: 'Back to lead' }}
        busy={isSubmitting}
        onSubmit={() => void save()}
        errors={errors}
        message={message}
        notice={conflict && <ConflictNotice before={base} now={now} fields={Object.keys(theirs) as EditableField[]} onSettle={settle} />}
        foot={
          <Button kind="danger-ghost" icon={Trash2} className="self-start" onClick={() => setDeleting(true)}>
            Delete Lead
          </Button>
        }
      >
        <LeadFields
          register={form.register}
          errors={errors}
          location={location}
          today={today}
          photos={photos}
          kept={{ fileIds: kept, remove: (fileId) => setKept((others) => others.filter((other) => other !== fileId)) }}
          assignee={isAdmin && team.data ? { members: team.data.members, value: assignedTo, onValue: setAssignedTo, meId: me.account.id } : undefined}
          isNew={false}
        />
      </LeadFormFrame>
      <LazyMount when={existing !== undefined}>
        <DuplicateDialog
          existing={existing}
          onClose={() => setExisting(undefined)}
          onUpdate={(other) => void navigate(`/leads/${other}`)}
          onDifferent={() => {
            setExisting(undefined);
            form.setValue('phone', '', { shouldDirty: true });
            form.clearErrors('phone');
            setTimeout(() => form.setFocus('phone'));
          }}
        />
      </LazyMount>
      <LazyMount when={deleting}>
        <DeleteLead lead={base} open={deleting} onClose={() => setDeleting(false)} />
      </LazyMount>
    </>
  );
}

class Conflict extends Error {}
