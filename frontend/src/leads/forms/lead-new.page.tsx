import { t } from '@lingui/core/macro';
import { type ReactNode, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { mayAssignToOthers } from '#domain/kernel/policy.js';
import { refusals } from '#domain/kernel/refusal.js';
import type { ExistingLead } from '#domain/leads/lead.views.js';
import { useNavigate } from '../../lib/navigate.js';
import { useMe } from '../../lib/account/session.js';
import { NextDayField } from '../../kit/forms/next-day-field.js';
import { FormField } from '../../kit/forms/command-dialog.js';
import { FormPage } from '../../kit/forms/form-page.js';
import { recordPhotos } from '../../kit/capture/record-photos.js';
import { MemberField } from '../../kit/team/member-field.js';
import { resubmitDraftName } from '../../lib/outbox/outbox-item.js';
import { useRefusedCommand, useRefusedId, useResubmit } from '../../kit/offline/resubmitted.js';
import { discardDraft } from '../../kit/commands/undo.js';
import { useCommandForm } from '../../kit/forms/use-command-form.js';
import { fileIdsOf, undefinedIfEmpty } from '../../kit/capture/use-photos.js';
import { lazyPart } from '../../ui/loading/code.js';
import { TextArea } from '../../ui/inputs/input.js';
import { LazyMount } from '../../ui/loading/lazy-mount.js';
import { existingLeadOf, isNewLead } from '../../kit/offline/queued-commands.js';
import { KnownNumberWarning } from './known-number.js';
import type { NewNote } from '../detail/lead-composer.js';
import { LeadFields, leadValues } from './lead-fields.js';
import { PickContact, type PickedContact } from './pick-contact.js';
import { pathAfterSaving } from './path-after-saving.js';
import { translated } from '../../words/i18n.js';

const DuplicateDialog = lazyPart(() => import('../../kit/leads/duplicate-dialog.js'));

/** `/leads/new`: captures a lead, perhaps without a network. */
export default function NewLeadPage(): ReactNode {
  return <NewLead key={useRefusedId()} />;
}

function NewLead(): ReactNode {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const { account, role } = useMe();
  const refused = useRefusedCommand(isNewLead);
  const resubmit = useResubmit(refused);
  const [existing, setExisting] = useState<ExistingLead>();
  const mayAssign = role !== null && mayAssignToOthers(role);
  const form = useCommandForm('CreateLead', {
    draft: refused ? resubmitDraftName(refused) : 'new-lead',
    newIdField: 'leadId',
    knownId: refused?.data.leadId,
    values: {
      ...leadValues(refused?.data),
      photoFileIds: refused?.data.photoFileIds ?? [],
      note: refused?.data.note ?? '',
      followUpOn: refused?.data.followUpOn ?? '',
      assignedTo: refused?.data.assignedTo ?? (mayAssign ? account.id : ''),
    },
    untypedFields: ({ place, photoFileIds, files }) => ({
      place,
      photoFileIds: undefinedIfEmpty([...photoFileIds, ...fileIdsOf(files)]),
    }),
    queued: ({ firstName, lastName }, leadId) => ({
      recordId: leadId,
      recordName: `${firstName} ${lastName}`.trim(),
      creates: 'leads',
      storesFirst: true,
    }),
    send: resubmit,
    refusal: refused?.problem,
    failed: t`Failed to create lead`,
    onDone: async (delivered, _, newLeadId, isLeft) => {
      if (isLeft) return;
      const redirect = search.get('redirect');
      // a quotation needs a lead that the server has
      const takesWaitingLead = redirect !== null && redirect !== 'quotations/new';
      await navigate(
        delivered?.state === 'waiting' && !takesWaitingLead
          ? '/leads'
          : pathAfterSaving(redirect, newLeadId),
        { replace: true },
      );
    },
    onRefused: (problem) => setExisting(existingLeadOf(problem)),
  });
  const lastPicked = useRef<PickedContact>(undefined);
  /**
   * Fills in a contact. A field that the contact lacks keeps what was typed, but loses the value of
   * a contact that was picked before.
   */
  const fillInContact = (contact: PickedContact): void => {
    const fill = (field: keyof PickedContact, replacesTyped: boolean): void => {
      if (replacesTyped || form.get(field) === lastPicked.current?.[field])
        form.set(field, contact[field]);
    };
    fill('phone', contact.phone !== '');
    fill('firstName', contact.firstName !== '');
    fill('lastName', contact.firstName !== '');
    lastPicked.current = contact;
  };
  const isNumberTaken = form.error('phone') === refusals['lead-phone-taken'].message;
  // while the dialog names the other lead, the form does not repeat it
  const shownForm: typeof form = existing
    ? { ...form, invalidFields: [], message: undefined, error: () => undefined }
    : form;

  return (
    <>
      <FormPage
        form={shownForm}
        title={t`New lead`}
        submitLabel={t`Save Lead`}
        back={{ to: '/leads', label: t`Close, keep as draft` }}
        message={
          isNumberTaken &&
          !existing &&
          t`Duplicate Lead Detected: ${translated(refusals['lead-phone-taken'].message)}`
        }
      >
        {/* no warning while sending, because the new lead itself has the number */}
        <LeadFields
          form={shownForm}
          recordPhotos={refused && recordPhotos(form)}
          belowNumber={
            <>
              <PickContact onPick={fillInContact} />
              {!isNumberTaken && !form.busy && !existing && (
                <KnownNumberWarning phone={form.watch('phone')} onShow={setExisting} />
              )}
            </>
          }
        >
          <FormField form={form} name="note" as={TextArea} rows={3} />
          <NextDayField form={form} name="followUpOn" />
          {mayAssign && <MemberField form={form} />}
        </LeadFields>
      </FormPage>
      <LazyMount when={existing !== undefined}>
        <DuplicateDialog
          existing={existing}
          onClose={() => setExisting(undefined)}
          onUpdate={(otherLeadId) => {
            const state: NewNote = {
              note: form.get('note'),
              followUpOn: form.get('followUpOn'),
              files: form.get('files'),
            };
            discardDraft(form);
            void navigate(`/leads/${otherLeadId}`, { state });
          }}
          onDifferentNumber={() => {
            setExisting(undefined);
            form.clearField('phone');
          }}
        />
      </LazyMount>
    </>
  );
}
