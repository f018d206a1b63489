import { t } from '@lingui/core/macro';
import { Camera, Images } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { type BillType, billTypes } from '#domain/bills/bill.values.js';
import type { SimilarBill } from '#domain/bills/bill.views.js';
import { hasTouch } from '../browser/media.js';
import { useNavigate } from '../lib/navigate.js';
import { FormField } from '../kit/forms/command-dialog.js';
import { textFieldValues } from '../kit/forms/command-input.js';
import { FormColumns, FormSection, FormPage } from '../kit/forms/form-page.js';
import { PhotoInput } from '../kit/capture/photo-input.js';
import { PhotoStrip } from '../kit/capture/photo-strip.js';
import { isNewBill, type QueuedBillCommand } from '../kit/offline/queued-commands.js';
import { resubmitDraftName } from '../lib/outbox/outbox-item.js';
import { useRefusedCommand, useRefusedId, useResubmit } from '../kit/offline/resubmitted.js';
import { type CommandForm, useCommandForm } from '../kit/forms/use-command-form.js';
import type { Undo } from '../kit/commands/undo.js';
import { type ChosenFile, usePhotos } from '../kit/capture/use-photos.js';
import { Button } from '../ui/buttons/button.js';
import { ChipGroup } from '../ui/inputs/choice.js';
import { SubmitDialog } from '../ui/overlays/dialog.js';
import { FieldSet } from '../ui/inputs/field.js';
import { useToday } from '../ui/display/figures.js';
import { amountText, dayText, plainMoney } from '../ui/display/format.js';
import { Icon } from '../ui/display/icon.js';
import { DateField } from '../ui/dates/date-field.js';
import { MoneyField, TextArea } from '../ui/inputs/input.js';
import { choicesOf } from '../words/i18n.js';
import type { CorrectedBill } from '../kit/bills/corrected-bill.js';
import { computeSha256, findSimilarBill } from './similar-bill.js';

interface BillValues {
  readonly files: readonly ChosenFile[];
  readonly amountPaise: string;
  readonly type: BillType | '';
  readonly spentOn: string;
  readonly note: string;
  /** File id of the refused bill's picture, until it is removed or replaced. */
  readonly imageFileId: string;
}

/** `/bills/new`: submits a bill, perhaps without a network. */
export default function BillFormPage(): ReactNode {
  const rejected = (useLocation().state as Partial<CorrectedBill> | null)?.rejected;
  // the notifications beside the form can open another bill: that starts another form
  return <BillForm key={useRefusedId() ?? rejected?.billId} rejected={rejected} />;
}

function BillForm({ rejected }: { rejected: CorrectedBill['rejected'] | undefined }): ReactNode {
  const navigate = useNavigate();
  const today = useToday();
  const refused = useRefusedCommand(isNewBill);
  const resubmit = useResubmit(refused);
  const [similar, setSimilar] = useState<Omit<SimilarBill, 'billId'>>();
  /** set while the person submits in spite of a similar bill */
  const isSure = useRef(false);
  const form = useCommandForm('SubmitBill', {
    draft: refused
      ? resubmitDraftName(refused)
      : ['new-bill', rejected?.billId].filter(Boolean).join('-'),
    datedFields: ['spentOn'],
    maxFiles: 1,
    newIdField: 'billId',
    knownId: refused?.data.billId,
    values: initialValues(refused?.data ?? rejected, today),
    untypedFields: ({ files: [file], imageFileId }) => {
      if (file) return { imageFileId: file.fileId, imageSha256: file.sha256 };
      return imageFileId ? { imageFileId, imageSha256: refused?.data.imageSha256 } : {};
    },
    before: async (bill) => {
      if (isSure.current) return true;
      const foundBill = await findSimilarBill(bill, [bill.billId, rejected?.billId]);
      setSimilar(foundBill);
      return foundBill === undefined;
    },
    queued: (_, billId) => ({
      recordId: billId,
      recordName: '',
      creates: 'bills',
      storesFirst: true,
    }),
    send: resubmit,
    refusal: refused?.problem,
    failed: t`Failed to submit bill`,
    onDone: async (_delivered, _values, _id, isLeft) => {
      if (!isLeft) await navigate('/bills', { replace: true });
    },
  });
  const labels = {
    files: t`Bill Image`,
    amountPaise: t`Amount (₹)`,
    type: t`Type`,
    spentOn: t`Date`,
    note: t`Note`,
  };

  return (
    <>
      <FormPage
        form={form}
        labels={labels}
        title={t`New bill`}
        back={{ to: '/bills', label: t`Close, keep as draft` }}
        submitLabel={t`Submit Bill`}
      >
        <FormColumns>
          <FormSection>
            <BillPhoto form={form} label={labels.files} />
            <FormField
              form={form}
              name="amountPaise"
              label={labels.amountPaise}
              as={MoneyField}
              className="min-h-14 pl-8 text-figure font-strong"
              enterKeyHint="done"
            />
            <ChipGroup
              label={labels.type}
              options={choicesOf(billTypes)}
              fillsRows
              error={form.error('type')}
              {...form.field('type')}
            />
            <FormField
              form={form}
              name="spentOn"
              label={labels.spentOn}
              as={DateField}
              max={form.today}
              hasChips
            />
          </FormSection>
          <FormSection>
            <FormField form={form} name="note" label={labels.note} as={TextArea} rows={3} />
          </FormSection>
        </FormColumns>
      </FormPage>
      <SubmitDialog
        open={similar !== undefined}
        onClose={() => setSimilar(undefined)}
        title={
          similar
            ? t`Looks like bill of ${dayText(similar.spentOn, today)}, ${plainMoney(similar.amountPaise)}`
            : ''
        }
        description={t`You have submitted one with the same picture, or with the same type, amount and date.`}
        submitLabel={t`Submit Bill`}
        cancelLabel={t`Look again`}
        busy={form.busy}
        onSubmit={() => {
          setSimilar(undefined);
          isSure.current = true;
          void form.submit().finally(() => {
            isSure.current = false;
          });
        }}
      />
    </>
  );
}

/** Values of a refused command, or of the rejected bill that this one replaces. */
const initialValues = (
  earlierBill:
    (CorrectedBill['rejected'] & Pick<QueuedBillCommand['data'], 'imageFileId'>) | undefined,
  today: string,
): BillValues => ({
  files: [],
  amountPaise: earlierBill ? amountText(earlierBill.amountPaise) : '',
  type: earlierBill?.type ?? '',
  spentOn: earlierBill?.spentOn ?? today,
  ...textFieldValues(earlierBill, 'note', 'imageFileId'),
});

/** Picture of the bill. The picture of a refused bill is shown until another one replaces it. */
function BillPhoto({ form, label }: { form: CommandForm<BillValues>; label: string }): ReactNode {
  const camera = useRef<HTMLInputElement>(null);
  const gallery = useRef<HTMLInputElement>(null);
  const isTouchDevice = hasTouch();
  const files = form.watch('files');
  const refusedFileId = form.watch('imageFileId');
  const hasPhoto = files.length > 0 || refusedFileId !== '';
  const photos = usePhotos(
    files,
    (change) => {
      // a bill has one picture: the one that was chosen last
      const image = change(form.get('files')).slice(-1);
      form.set('files', image);
      if (image.length > 0) form.set('imageFileId', '');
    },
    { form, hash: computeSha256 },
  );
  const add = async (chosen: FileList | null): Promise<void> => {
    const [file] = chosen ?? [];
    if (!file) return;
    const [previousFile] = form.get('files');
    await photos.add([file]);
    const [currentFile] = form.get('files');
    if (!currentFile || currentFile.fileId === previousFile?.fileId) return;
    // People type the next fields while they look at the picture. A pressed button that is gone
    // has lost the focus.
    const hasLostFocus = !isTouchDevice && document.activeElement === document.body;
    if (form.get('amountPaise') === '' || hasLostFocus)
      document.querySelector<HTMLInputElement>('#form-page [name="amountPaise"]')?.focus();
  };
  const addAndHoldForm = (chosen: FileList | null): void => form.hold(add(chosen));
  const remove = (fileId: string): Undo => {
    const restore =
      fileId === refusedFileId
        ? () => form.set('imageFileId', refusedFileId)
        : photos.remove(fileId);
    form.set('imageFileId', '');
    return () => {
      if (form.get('files').length > 0 || form.get('imageFileId') !== '')
        return t`Another photo has taken its place`;
      restore();
      return undefined;
    };
  };
  return (
    <FieldSet
      label={label}
      optional
      hint={!hasPhoto && t`JPG, PNG up to 10MB`}
      error={form.error('files') ?? photos.error}
    >
      {!hasPhoto && (
        <button
          type="button"
          className="label font-medium grid min-h-28 w-full place-items-center rounded-card border-[1.5px] border-dashed border-line-strong bg-surface hover:bg-hover"
          onClick={() => (isTouchDevice ? camera : gallery).current?.click()}
        >
          <span className="row gap-2">
            <Icon icon={Camera} />
            {isTouchDevice ? t`Take photo` : t`Add photo`}
          </span>
        </button>
      )}
      {hasPhoto ? (
        // buttons beside the picture; with larger text below it
        <div className="flex flex-wrap gap-2">
          <div className="min-w-0 flex-[1_1_9rem]">
            <PhotoStrip
              stored={refusedFileId && files.length === 0 ? [refusedFileId] : []}
              files={files}
              onRemove={remove}
              waiting={photos.failedUploads}
              isLarge
            />
          </div>
          <div className="flex min-w-30 flex-[0_1_7.5rem] flex-col gap-2 *:flex-1 [&_.btn]:flex-col [&_.btn]:gap-1 [&_.btn]:py-2 [&_.btn]:whitespace-normal">
            {isTouchDevice && (
              <Button icon={Camera} className="px-3" onClick={() => camera.current?.click()}>
                {t`Retake`}
              </Button>
            )}
            <Button icon={Images} className="px-3" onClick={() => gallery.current?.click()}>
              {t`Choose another`}
            </Button>
          </div>
        </div>
      ) : (
        isTouchDevice && (
          <Button
            kind="ghost"
            icon={Images}
            className="-ml-3 self-start px-3"
            onClick={() => gallery.current?.click()}
          >
            {t`Choose from the gallery`}
          </Button>
        )
      )}
      <PhotoInput
        ref={camera}
        capture="environment"
        data-testid="camera"
        onFiles={addAndHoldForm}
      />
      <PhotoInput ref={gallery} data-testid="gallery" onFiles={addAndHoldForm} />
    </FieldSet>
  );
}
