import { zodResolver } from '@hookform/resolvers/zod';
import { lazy, type ReactNode, useEffect, useRef, useState } from 'react';
import { type FieldPath, useForm } from 'react-hook-form';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { Place } from '#domain/kernel/schema.js';
import type { ExistingLead } from '#domain/leads/lead.views.js';
import { newId, errorMessage } from '../lib/api.js';
import { useDraft } from '../lib/drafts.js';
import { enqueue, type Outcome, useOutboxState } from '../lib/outbox.js';
import type { Refused } from '../lib/outbox-item.js';
import { discardItem, resubmitItem } from '../lib/outbox-resubmit.js';
import { useMe } from '../lib/session.js';
import { Button, ButtonLink } from '../ui/button.js';
import { useToday } from '../ui/figures.js';
import { Page, TopBar } from '../ui/frame.js';
import { EmptyState } from '../ui/states.js';
import { LazyMount } from '../ui/lazy-mount.js';
import { toast } from '../ui/toast.js';
import { type QueuedLeadCommand, isNewLead } from './lead-captures.js';
import { LeadFields } from './lead-fields.js';
import { LeadFormFrame } from './lead-form-frame.js';
import { detailsOf, emptyLead, leadForm, type LeadFormResult, type LeadFormValues, valuesOf } from './lead-form.schema.js';
import { useTeam } from '../shared/team.js';
import { afterSaving } from './redirects.js';
import { useLocation } from '../shared/use-location.js';
import { type ChosenFile, usePhotos } from '../shared/use-photos.js';

const DuplicateDialog = lazy(() => import('./duplicate-dialog.js'));

interface Draft {
  readonly values: LeadFormValues;
  readonly files: readonly ChosenFile[];
  readonly place?: Place;
}

/** `/leads/new`: a lead is captured here, on a phone, on site, perhaps without a network. */
export function NewLeadPage(): ReactNode {
  const { organization } = useMe();
  if (!organization) {
    return (
      <>
        <TopBar title="New lead" back={{ to: '/dashboard', label: 'Back to dashboard' }} />
        <Page>
          <div className="card">
            <EmptyState
              title="Join an Organization First"
              action={
                <ButtonLink kind="primary" to="/dashboard">
                  Go to dashboard
                </ButtonLink>
              }
            >
              You must join an organization before creating leads
            </EmptyState>
          </div>
        </Page>
      </>
    );
  }
  return <NewLead />;
}

function NewLead(): ReactNode {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const me = useMe();
  const today = useToday();
  const mending = useMending(search.get('mend'));
  const { draft, kept, keep, drop, handOver, takeBack } = useDraft<Draft>(mending ? `mend-${mending.commandId}` : 'new-lead');
  const form = useForm<LeadFormValues, unknown, LeadFormResult>({
    resolver: zodResolver(leadForm(today)),
    defaultValues: mending ? { ...valuesOf(mending.data), followUpOn: mending.data.followUpOn ?? '', note: mending.data.note ?? '' } : emptyLead,
  });
  const photos = usePhotos();
  const location = useLocation(mending?.data.place);
  const isAdmin = me.role === 'admin';
  const team = useTeam({ enabled: isAdmin });
  const [assignedTo, setAssignedTo] = useState(mending?.data.assignedTo ?? me.account.id);
  const [leadId] = useState(() => mending?.data.leadId ?? newId());
  const [existing, setExisting] = useState<ExistingLead>();
  const [message, setMessage] = useState<string>();
  // read here, or the form does not watch it
  const { errors, isSubmitting, isDirty } = form.formState;
  const place = location.finding.state === 'found' ? location.finding.place : undefined;

  // what was typed before comes back, unless something is typed already
  const recalled = useRef(false);
  useEffect(() => {
    if (!draft || recalled.current || isDirty) return;
    recalled.current = true;
    form.reset(draft.values, { keepDefaultValues: true });
    photos.become(draft.files);
    if (draft.place) location.become(draft.place);
  }, [draft, form, photos, location, isDirty]);
  const { files } = photos;
  const draftNow = (): Draft => ({ values: form.getValues(), files, place });
  const typed = useRef(draftNow);
  typed.current = draftNow;
  useEffect(() => {
    const remember = (): void => keep(typed.current());
    if (files.length > 0 || place) remember();
    const subscription = form.watch(remember);
    return () => subscription.unsubscribe();
  }, [form, files, place, keep]);

  const refused = ({ code, detail, fields, existing: other }: Refused): void => {
    if (code === 'lead-phone-taken') setExisting((other as ExistingLead | undefined) ?? { assignedTo: { id: '', name: 'a colleague' } });
    const known = Object.keys(fields).filter((field): field is FieldPath<LeadFormValues> => field in emptyLead);
    for (const field of known) form.setError(field, { message: fields[field] });
    setMessage(code === 'lead-phone-taken' ? duplicateBanner : known.length > 0 ? undefined : detail || 'Failed to create lead');
  };

  const save = form.handleSubmit(async (result) => {
    setMessage(undefined);
    const data = {
      leadId,
      ...detailsOf(result, { place, photoFileIds: [...(mending?.data.photoFileIds ?? []), ...files.map(({ fileId }) => fileId)] }),
      note: result.note,
      followUpOn: result.followUpOn,
      assignedTo: isAdmin ? assignedTo : undefined,
    };
    const body = { ...data, photoFileIds: data.photoFileIds?.length ? data.photoFileIds : undefined };
    let outcome: Outcome;
    let commandId = mending?.commandId;
    try {
      if (mending) {
        outcome = await resubmitItem(mending.commandId, body, files);
        commandId = useOutboxState.getState().items.find(({ recordId, creates }) => recordId === leadId && creates)?.commandId;
      } else {
        const id = newId();
        const captured = await enqueue('CreateLead', body, {
          recordId: leadId,
          title: `Lead ${result.firstName} ${result.lastName}`,
          files,
          creates: true,
          draftKey: handOver(),
          id,
        });
        commandId = captured.kept ? id : undefined;
        outcome = await captured.settled;
      }
    } catch (error) {
      takeBack(typed.current());
      setMessage(errorMessage(error, 'Failed to create lead'));
      return;
    }
    if (outcome.state === 'refused') {
      // the form keeps what was typed and mends it here; an item that others hang on stays where it is
      takeBack(typed.current());
      if (!mending && commandId) await discardItem(commandId);
      refused(outcome.problem);
      return;
    }
    drop();
    if (outcome.state === 'waiting') toast({ text: 'Kept on this device. It is sent when the network is back.' });
    const redirect = search.get('redirect');
    await navigate(outcome.state === 'waiting' && redirect === null ? '/leads' : afterSaving(redirect, leadId), { replace: true });
  });

  return (
    <>
      <LeadFormFrame
        title="New lead"
        back={{ to: '/leads', label: 'Close, keep as draft' }}
        note={kept && 'Draft kept on this device'}
        busy={isSubmitting}
        onSubmit={() => void save()}
        errors={errors}
        message={message}
        foot={
          kept && (
            <Button
              kind="ghost"
              className="self-start"
              onClick={() => {
                drop();
                form.reset(emptyLead);
                photos.become([]);
                location.forget();
              }}
            >
              Discard draft
            </Button>
          )
        }
      >
        <LeadFields
          register={form.register}
          errors={errors}
          location={location}
          today={today}
          photos={photos}
          assignee={isAdmin && team.data ? { members: team.data.members, value: assignedTo, onValue: setAssignedTo, meId: me.account.id } : undefined}
          isNew
        />
      </LeadFormFrame>
      <LazyMount when={existing !== undefined}>
        <DuplicateDialog
          existing={existing}
          onClose={() => setExisting(undefined)}
          onUpdate={(other) => {
            drop();
            void navigate(`/leads/${other}`, { state: { note: form.getValues('note') } });
          }}
          onDifferent={() => {
            setExisting(undefined);
            setMessage(undefined);
            form.setValue('phone', '', { shouldDirty: true });
            form.clearErrors('phone');
            setTimeout(() => form.setFocus('phone'));
          }}
        />
      </LazyMount>
    </>
  );
}

const duplicateBanner = 'Duplicate Lead Detected: A lead with this phone number already exists in your organization.';

/** The refused capture that this form mends, as it was when the form opened. */
function useMending(commandId: string | null): QueuedLeadCommand | undefined {
  const found = useOutboxState(({ items }) => items.find((item) => item.commandId === commandId));
  const [item] = useState(() => (found && isNewLead(found) ? found : undefined));
  return item;
}
