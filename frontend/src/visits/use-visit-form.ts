import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useNavigate } from '../lib/navigate.js';
import { isServerUnreachable } from '../lib/query-client.js';
import { discardDraft, toastWithUndo } from '../kit/commands/undo.js';
import { useCommandForm } from '../kit/forms/use-command-form.js';
import { type FromFollowUp, reschedule } from '../follow-ups/complete-follow-up.js';
import { leadQuery } from '../kit/leads/lead-record.js';
import { useGeolocation } from '../kit/capture/use-geolocation.js';
import { leadSummaries, storedFollowUps } from '../kit/leads/known-leads.js';
import { isVisit, type QueuedVisitCommand } from '../kit/offline/queued-commands.js';
import { resubmitDraftName } from '../lib/outbox/outbox-item.js';
import { useRefusedCommand, useRefusedId, useResubmit } from '../kit/offline/resubmitted.js';
import { fileIdsOf, undefinedIfEmpty } from '../kit/capture/use-photos.js';
import { useWaitingLeads } from '../kit/leads/lead-picker.js';
import { visitDraft } from '../kit/visits/use-running-visit.js';
import {
  hasWorkToLose,
  noVisit,
  refusedVisit,
  visitData,
  type VisitValues,
} from './visit-in-progress.js';
import { isVisitSoFar, type VisitSoFar } from '../kit/visits/visit-so-far.js';

/** Initial values: empty, or a refused visit. */
function useInitialVisit(refused: QueuedVisitCommand | undefined): VisitValues {
  return useMemo(() => {
    if (!refused) return noVisit;
    const { leadId, followUpId, startedAt } = refused.data;
    const lead = leadSummaries().find((known) => known.leadId === leadId) ?? {
      leadId,
      name: refused.recordName,
    };
    const planned = storedFollowUps().find((known) => known.followUpId === followUpId);
    const followUp =
      followUpId === undefined
        ? undefined
        : { followUpId, dueOn: planned?.dueOn ?? startedAt.slice(0, 10), note: planned?.note };
    return refusedVisit(refused.data, { lead, followUp });
  }, [refused]);
}

/** Lead that the address requests: from the server, from the outbox, or offline from a list. */
function useRequestedLead(requestedLeadId: string | null, leadIdOfVisit: string | undefined) {
  const waitingLead = useWaitingLeads().find(({ leadId }) => leadId === requestedLeadId);
  const answer = useQuery({
    ...leadQuery(requestedLeadId ?? ''),
    enabled: requestedLeadId !== null && !waitingLead && leadIdOfVisit !== requestedLeadId,
  });
  const listedLead = isServerUnreachable(answer.error)
    ? leadSummaries().find(({ leadId }) => leadId === requestedLeadId)
    : undefined;
  return { requestedLead: answer.data ?? waitingLead ?? listedLead, leadError: answer.error };
}

/** Form of the running visit. A device has one, in all tabs. */
export function useVisitForm(requestedLeadId: string | null) {
  const navigate = useNavigate();
  const planned = (useLocation().state as Partial<FromFollowUp> | null)?.followUp;
  const refusedId = useRefusedId();
  const refused = useRefusedCommand(isVisit);
  // whether the lead was deleted, so that another one can be chosen
  const [isLeadGone, setLeadGone] = useState(refused?.problem?.code === 'lead-not-found');
  // requested lead that the form has handled: it was taken, replaced or dropped
  const [handledLeadId, setHandledLeadId] = useState<string | null>(null);
  const form = useCommandForm('RecordVisit', {
    draft: refused ? resubmitDraftName(refused) : visitDraft,
    shared: true,
    newIdField: 'visitId',
    knownId: refused?.data.visitId,
    values: useInitialVisit(refused),
    shapes: { beside: isVisitSoFar },
    untypedFields: (values) => ({
      ...visitData(values, Date.now()),
      photoFileIds: undefinedIfEmpty([...values.photoFileIds, ...fileIdsOf(values.files)]),
    }),
    queued: ({ beside: { lead } }) => ({
      recordId: lead?.leadId ?? '',
      recordName: lead?.name ?? '',
      storesFirst: true,
    }),
    send: useResubmit(refused),
    refusal: refused?.problem,
    failed: t`Failed to save site visit`,
    done: t`Visit Completed!`,
    onDone: (_delivered, { beside: { lead, followUp, leavesOpen } }, _id, isLeft) => {
      if (lead && followUp && !leavesOpen)
        toastWithUndo(t`Follow-up done`, () => void reschedule(lead, followUp, form.today));
      // another lead was requested while this visit was sent
      if (isLeft || (requestedLeadId !== null && requestedLeadId !== lead?.leadId)) return;
      // the next visit has no lead yet
      setHandledLeadId(requestedLeadId);
      return navigate(`/leads/${lead?.leadId}`, { replace: true });
    },
    onRefused: ({ code }) => setLeadGone(code === 'lead-not-found'),
  });
  const visit = form.watchAll();
  const { lead, followUp } = visit.beside;
  const location = useGeolocation(
    visit.place,
    (found, accuracyMetres) => {
      form.set('place', found);
      form.set('accuracyMetres', accuracyMetres);
    },
    { accuracyMetres: visit.accuracyMetres, generation: form.generation },
  );
  const changeVisit = (changes: Partial<VisitSoFar>): void =>
    form.set('beside', { ...form.get('beside'), ...changes });

  /** Starts over for another lead: an earlier position does not belong to its visit. */
  const startVisit = (leadOfVisit: Pick<VisitSoFar, 'lead' | 'followUp'>): void => {
    for (const field of ['place', 'accuracyMetres', 'outcome', 'followUpOn'] as const)
      form.set(field, noVisit[field]);
    changeVisit({ ...noVisit.beside, ...leadOfVisit, leavesOpen: false });
  };

  const { requestedLead, leadError } = useRequestedLead(requestedLeadId, lead?.leadId);
  // a waiting lead is a new object at each render: effects depend on its id
  const requestedId = requestedLead?.leadId;
  const hasNoLead = lead === undefined;
  const takeRequestedLead = useRef<() => unknown>(undefined);
  takeRequestedLead.current = () => {
    if (!form.isRead || requestedLeadId === null || requestedLeadId === handledLeadId) return;
    if (requestedLeadId === lead?.leadId && planned && planned.followUpId !== followUp?.followUpId)
      changeVisit({ followUp: planned, leavesOpen: false });
    if (requestedLeadId === lead?.leadId || hasWorkToLose(visit)) return;
    // The URL's lead wins over a lead picked before the timer started.
    if (lead || requestedLead) startVisit({ lead: requestedLead, followUp: planned });
  };
  useEffect(
    () => void takeRequestedLead.current?.(),
    [form.isRead, requestedLeadId, requestedId, hasNoLead, planned?.followUpId],
  );

  const isOtherLeadRequested =
    requestedLeadId !== null && lead !== undefined && requestedLeadId !== lead.leadId;
  const mustAskAboutVisit = form.isRead && hasWorkToLose(visit) && isOtherLeadRequested;
  return {
    form,
    visit,
    location,
    changeVisit,
    isLeadGone,
    /** Keeps the running visit and drops the requested one. */
    keepRunningVisit: (): void =>
      void navigate(`/visits/new${refusedId ? `?resubmit=${refusedId}` : ''}`, { replace: true }),
    openEmptyForm: (): void => void navigate('/visits/new', { replace: true }),
    pickLead: (picked: VisitSoFar['lead']): void => {
      setLeadGone(false);
      setHandledLeadId(requestedLeadId);
      // a visit that took place keeps its location, whichever lead it is recorded for
      if (hasWorkToLose(visit)) changeVisit({ lead: picked, followUp: undefined });
      else if (picked?.leadId !== lead?.leadId) startVisit({ lead: picked });
    },
    /** Lead of the requested visit, while a visit to another lead is running. */
    otherLead: mustAskAboutVisit
      ? { leadId: requestedLeadId, name: requestedLead?.name }
      : undefined,
    leadError,
    /** Discards the visit, and optionally the requested lead too. */
    discardVisit: ({ dropsRequest = false } = {}): void => {
      if (dropsRequest) setHandledLeadId(requestedLeadId);
      const { lead: leadOfVisit } = visit.beside;
      discardDraft(form, t`Visit discarded`, (restore) => () => {
        const [beside, notes, files] = [form.get('beside'), form.get('notes'), form.get('files')];
        const isAnother = beside.lead?.leadId !== leadOfVisit?.leadId;
        // the restored data must not move to another visit: ask about the requested lead again
        if (isAnother && hasWorkToLose({ beside, notes, files }))
          return t`Another visit has begun since`;
        if (isAnother)
          for (const field of [
            'beside',
            'place',
            'accuracyMetres',
            'outcome',
            'followUpOn',
          ] as const)
            form.set(field, noVisit[field]);
        restore();
        return undefined;
      });
      setLeadGone(false);
      location.clearLocation();
    },
  };
}
export type VisitForm = ReturnType<typeof useVisitForm>;
