import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Eraser, Trash2 } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import type { CommandInput } from '#domain/commands.js';
import type { ExistingLead, LeadDetail } from '#domain/leads/lead.views.js';
import { useNavigate } from '../../lib/navigate.js';
import { get } from '../../lib/server/api.js';
import { useRoom } from '../../lib/live/live.js';
import { usePermissions } from '../../lib/account/session.js';
import { ConflictNotice } from '../../kit/forms/conflict-notice.js';
import { placeName } from '../../kit/leads/contact.js';
import { FormPage } from '../../kit/forms/form-page.js';
import { recordPhotos } from '../../kit/capture/record-photos.js';
import { typeNames } from '../../kit/leads/lead-names.js';
import { leadRecords } from '../../kit/leads/lead-record.js';
import { MemberField } from '../../kit/team/member-field.js';
import { OpenedRecord } from '../../kit/records/record-page.js';
import { useTeam } from '../../kit/team/team.js';
import { useCommandForm } from '../../kit/forms/use-command-form.js';
import { fileIdsOf } from '../../kit/capture/use-photos.js';
import { lazyPart } from '../../ui/loading/code.js';
import { DialogButton } from '../../ui/buttons/dialog-button.js';
import { LazyMount } from '../../ui/loading/lazy-mount.js';
import { existingLeadOf, isLeadEdit } from '../../kit/offline/queued-commands.js';
import { useOutboxOf, useOutboxState } from '../../lib/outbox/outbox.js';
import { resubmitDraftName } from '../../lib/outbox/outbox-item.js';
import { useRefusedCommand, useRefusedId, useResubmit } from '../../kit/offline/resubmitted.js';
import { i18n } from '../../words/i18n.js';
import { KnownNumberWarning } from './known-number.js';
import { LeadFields, leadValues } from './lead-fields.js';
import { pathAfterSaving } from './path-after-saving.js';

const DuplicateDialog = lazyPart(() => import('../../kit/leads/duplicate-dialog.js'));
const DeleteLead = lazyPart(() => import('./delete-lead.js'));
const ErasePersonalData = lazyPart(async () => ({
  default: (await import('./delete-lead.js')).ErasePersonalData,
}));

/** `/leads/{id}/edit`. */
export default function EditLeadPage(): ReactNode {
  const { leadId = '' } = useParams();
  const refusedId = useRefusedId();
  useRoom(`lead:${leadId}`);
  return (
    <OpenedRecord
      records={leadRecords}
      id={leadId}
      // stored values may be older than the person's last edit, and would conflict
      isReloaded
      failed={t`Failed to load lead data`}
      missing={t`It was deleted, or it is not one of yours.`}
    >
      {(currentLead) => <EditLead key={refusedId} currentLead={currentLead} />}
    </OpenedRecord>
  );
}

/**
 * Values of the form. Photos of notes stay with their notes; the assignee is a field only for
 * members who may reassign.
 */
const formValues = (lead: LeadDetail, mayAssign: boolean) => ({
  ...leadValues(lead),
  photoFileIds: lead.photos.slice(0, lead.ownPhotos),
  assignedTo: mayAssign ? lead.assignedTo.id : '',
});
type Values = ReturnType<typeof formValues>;

/** Fields of an edit of this lead, as form values. */
function editedValues(
  currentLead: LeadDetail,
  data: Readonly<Record<string, unknown>>,
): Partial<Values> {
  const { assignedTo, photoFileIds, ...details } = data as Partial<CommandInput<'EditLead'>>;
  const knownDetails = Object.fromEntries(
    Object.entries(details).map(([field, value]) => [field, value ?? undefined]),
  );
  const values = {
    ...formValues(currentLead, true),
    ...leadValues({ ...currentLead, ...knownDetails }),
    ...(photoFileIds && { photoFileIds }),
    ...(assignedTo && { assignedTo }),
  };
  return Object.fromEntries(Object.entries(values).filter(([field]) => field in data));
}

/**
 * Merged own edits of a lead that were waiting or just sent when the form opened. The form starts
 * with them, so that their arrival causes no conflict.
 */
function useEarlierEdits(leadId: string): Readonly<Record<string, unknown>> {
  const isOutboxRead = useOutboxState(({ scope }) => scope !== undefined);
  const edits = useOutboxOf(leadId).filter(isLeadEdit);
  const earlierIds = useRef<ReadonlySet<string>>(undefined);
  if (isOutboxRead)
    earlierIds.current ??= new Set(
      edits.filter(({ state }) => state !== 'refused').map(({ commandId }) => commandId),
    );
  return Object.assign(
    {},
    ...edits
      .filter(({ commandId }) => earlierIds.current?.has(commandId))
      .map(({ data }) => data as object),
  ) as Readonly<Record<string, unknown>>;
}

function fieldText(field: keyof Values, values: Values): string {
  if (field === 'type') return values.type === '' ? t`None` : i18n._(typeNames[values.type]);
  if (field === 'place') return values.place ? placeName(values.place) : t`None`;
  if (field === 'photoFileIds')
    return values.photoFileIds.length === 0
      ? t`None`
      : plural(values.photoFileIds.length, { one: '# photo', other: '# photos' });
  return String(values[field] || t`None`);
}

function EditLead({ currentLead }: { currentLead: LeadDetail }): ReactNode {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const may = usePermissions();
  const mayAssign = may('ReassignLead');
  const team = useTeam({ enabled: mayAssign });
  const [existing, setExisting] = useState<ExistingLead>();
  const { leadId, revision } = currentLead;
  const refused = useRefusedCommand(isLeadEdit);
  const earlierEdits = useEarlierEdits(leadId);
  const initialValues = (lead: LeadDetail): Values => ({
    ...formValues(lead, mayAssign),
    ...editedValues(lead, earlierEdits),
  });
  const form = useCommandForm('EditLead', {
    draft: refused ? resubmitDraftName(refused) : `lead-${leadId}`,
    reopened: refused && {
      typed: editedValues(currentLead, refused.data),
      over: editedValues(currentLead, refused.base?.values ?? {}),
    },
    values: initialValues(currentLead),
    untypedFields: ({ place, photoFileIds, files }) => ({
      leadId,
      place: place ?? null,
      photoFileIds: [...photoFileIds, ...fileIdsOf(files)],
    }),
    queued: { recordId: leadId, recordName: currentLead.name },
    send: useResubmit(refused),
    refusal: refused?.problem,
    edits: leadRecords.editOptions(leadId, currentLead, initialValues),
    failed: t`Failed to update lead`,
    onDone: (_delivered, _values, _id, isLeft) =>
      isLeft
        ? undefined
        : navigate(pathAfterSaving(search.get('redirect'), leadId), { replace: true }),
    onRefused: (problem) => setExisting(existingLeadOf(problem)),
  });
  const { data: editorName } = useQuery({
    enabled: form.conflict !== undefined,
    queryKey: ['lead-changed-by', leadId, revision],
    queryFn: async () => {
      const { items } = await get('/api/leads/:leadId/timeline', { leadId });
      return items.find(({ type }) => type === 'LeadEdited')?.by.name ?? null;
    },
  });
  const storedPhotos = recordPhotos(form);

  const nameOf = (memberId: string): string =>
    team.data?.members.find((member) => member.memberId === memberId)?.name ??
    (memberId === currentLead.assignedTo.id ? currentLead.assignedTo.name : t`a colleague`);

  return (
    <>
      <FormPage
        form={form}
        title={t`Edit lead`}
        submitLabel={t`Save changes`}
        back={{ to: `/leads/${leadId}`, label: t`Back to lead` }}
        notice={
          <ConflictNotice
            form={form}
            current={initialValues(currentLead)}
            describe={(name) => t`${name} changed this lead while you were typing.`}
            editorName={editorName}
            textOf={(field, values) =>
              field === 'assignedTo' ? nameOf(values.assignedTo) : fieldText(field, values)
            }
          />
        }
        footer={
          <div className="-ml-3 flex flex-col items-start">
            <DialogButton
              kind="danger-ghost"
              icon={Trash2}
              className="px-3"
              dialog={(state) => <DeleteLead lead={currentLead} {...state} />}
            >
              {t`Delete Lead`}
            </DialogButton>
            {may('ErasePersonalData') && (
              <DialogButton
                kind="danger-ghost"
                icon={Eraser}
                className="px-3"
                dialog={(state) => <ErasePersonalData lead={currentLead} {...state} />}
              >
                {t`Erase personal data`}
              </DialogButton>
            )}
          </div>
        }
      >
        <LeadFields
          form={form}
          recordPhotos={storedPhotos}
          belowNumber={
            <KnownNumberWarning phone={form.watch('phone')} leadId={leadId} onShow={setExisting} />
          }
        >
          {mayAssign && <MemberField form={form} />}
        </LeadFields>
      </FormPage>
      <LazyMount when={existing !== undefined}>
        <DuplicateDialog
          existing={existing}
          onClose={() => setExisting(undefined)}
          onUpdate={(otherLeadId) => void navigate(`/leads/${otherLeadId}`)}
          onDifferentNumber={() => {
            setExisting(undefined);
            form.clearField('phone');
          }}
        />
      </LazyMount>
    </>
  );
}
