import { t } from '@lingui/core/macro';
import { ArrowRightLeft, CalendarPlus, Camera, MapPinPlus, SendHorizontal } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useNavigate } from '../lib/navigate.js';
import { enqueue } from '../lib/outbox.js';
import { problemOf } from '../lib/problem.js';
import { FormField } from '../shared/command-dialog.js';
import type { KnownLead } from '../shared/seen-leads.js';
import { useCommandForm } from '../shared/use-command-form.js';
import { IconButton } from '../ui/button.js';
import { Chip, ChipLink } from '../ui/choice.js';
import { FieldError } from '../ui/field.js';
import { Composer } from '../ui/composer.js';
import { DateField, TextArea } from '../ui/input.js';
import { PhotoInput } from '../shared/photo-input.js';
import { PhotoStrip } from '../shared/photo-strip.js';
import { type ChosenFile, idsOf, listed, usePhotos } from '../shared/use-photos.js';
import { mainSteps } from './main-step.js';

/** What was typed for a new lead that turned out to be this one. */
export interface HandedOver {
  readonly note: string;
  readonly followUpOn: string;
  readonly files: readonly ChosenFile[];
}

/** What stands at the bottom of a lead, under the thumb: a visit, its status, and what was said on site, with photos, and when to come back. */
export function LeadComposer({ lead, isSent, onStatus }: { lead: KnownLead; isSent: boolean; onStatus: () => void }): ReactNode {
  const { leadId, name } = lead;
  const step = lead.status && mainSteps[lead.status];
  const handedOver = useLocation().state as Partial<HandedOver> | null;
  const navigate = useNavigate();
  const [planning, setPlanning] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const form = useCommandForm('AddNote', {
    draft: `note-${leadId}`,
    makes: 'noteId',
    values: { note: '', followUpOn: '', files: [] as readonly ChosenFile[] },
    about: ({ files }) => ({ leadId, photoFileIds: listed(idsOf(files)) }),
    send: async (data, press) => {
      const { kept, settled } = await enqueue('AddNote', data, { recordId: leadId, recordName: name, ...press });
      // what the device keeps shows on the timeline with the reason; this is only here
      const outcome = kept ? undefined : await settled;
      if (outcome?.state === 'refused') throw problemOf(outcome.problem);
      return undefined;
    },
    failed: t`Failed to add activity`,
    onDone: () => setPlanning(false),
  });
  const { note, followUpOn, files } = form.watchAll();
  const photos = usePhotos(files, (change) => form.set('files', change(form.get('files'))));
  const takeOver = useEffectEvent(() => {
    if (!handedOver || !form.isRead) return;
    if (handedOver.note) form.set('note', [note, handedOver.note].filter(Boolean).join('\n'));
    if (handedOver.followUpOn && followUpOn === '') form.set('followUpOn', handedOver.followUpOn);
    if (handedOver.files?.length) form.set('files', [...files, ...handedOver.files]);
    // once: not again when the page is loaded anew
    void navigate('.', { replace: true, state: null });
  });
  useEffect(() => takeOver(), [handedOver, form.isRead]);
  const error = form.error('note') ?? form.error('files') ?? form.message ?? photos.error;
  const isBlank = note.trim() === '';
  const isPlanning = planning || followUpOn !== '';
  const send = (): void => void (isBlank || form.submit());

  return (
    <Composer
      label={t`Add to this lead`}
      onSubmit={send}
      actions={
        <>
          <ChipLink icon={MapPinPlus} to={`/visits/new?leadId=${leadId}`} main={step === 'visit'}>
            {t`Add visit`}
          </ChipLink>
          {isSent && lead.status && (
            <Chip icon={ArrowRightLeft} onClick={onStatus} main={step === 'status'}>
              {t`Change status`}
            </Chip>
          )}
          <Chip icon={CalendarPlus} aria-expanded={isPlanning} onClick={() => setPlanning(!planning)}>
            {t`Next date`}
          </Chip>
          <PhotoInput ref={input} multiple aria-label={t`Attach photos`} onFiles={photos.add} />
        </>
      }
    >
      <div className="grow">
        {(isPlanning || files.length > 0 || error) && (
          <div className="stack gap-2 px-0.5 pt-1 pb-2 md:px-2.5">
            <PhotoStrip files={files} onRemove={photos.remove} />
            {isBlank && (files.length > 0 || followUpOn !== '') && (
              <p className="meta" role="status">
                {t`Write a note to send with it`}
              </p>
            )}
            {isPlanning && <FormField form={form} name="followUpOn" label={t`Next follow-up date`} as={DateField} min={form.today} />}
            {error && <FieldError>{error}</FieldError>}
          </div>
        )}
        <div className="row items-end">
          <TextArea
            aria-label={t`Note`}
            placeholder={t`Write a note`}
            rows={1}
            readOnly={form.busy}
            {...form.field('note')}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send();
            }}
          />
          <IconButton label={t`Add photo`} icon={Camera} onClick={() => input.current?.click()} />
          <IconButton kind="primary" type="submit" label={t`Send note`} icon={SendHorizontal} aria-busy={form.busy || undefined} disabled={isBlank} />
        </div>
      </div>
    </Composer>
  );
}
