import { plural, t } from '@lingui/core/macro';
import { PackagePlus, Plus } from 'lucide-react';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import type { CommandInput } from '#domain/commands.js';
import { readAmount } from '#domain/kernel/values/amounts.js';
import type {
  QuotationDetail,
  QuotationSettingsShown,
  QuotedProduct,
} from '#domain/quotations/quotation.views.js';
import { ConflictNotice } from '../../kit/forms/conflict-notice.js';
import { FormPage, FormSection } from '../../kit/forms/form-page.js';
import { type CommandForm, useCommandForm } from '../../kit/forms/use-command-form.js';
import { sendOrQueueCommand } from '../../kit/commands/use-command.js';
import type { QueuedNewQuotation } from '../../kit/offline/queued-commands.js';
import { useResubmit } from '../../kit/offline/resubmitted.js';
import { useMe } from '../../lib/account/session.js';
import { useNavigate } from '../../lib/navigate.js';
import type { Delivered } from '../../lib/outbox/outbox.js';
import { resubmitDraftName } from '../../lib/outbox/outbox-item.js';
import { replaceItem } from '../../lib/outbox/outbox-resubmit.js';
import { newId } from '../../lib/server/api.js';
import { problemOf } from '../../lib/server/problem.js';
import { Button } from '../../ui/buttons/button.js';
import { Link } from '../../ui/buttons/link.js';
import { Money, useToday } from '../../ui/display/figures.js';
import { plainMoney } from '../../ui/display/format.js';
import { Card } from '../../ui/layout/surface.js';
import { type BuilderValues, valuesOfQuotation } from './builder-values.js';
import { DetailFields, PlaceOfSupply } from './detail-fields.js';
import { LineList } from './line-list.js';
import { discountRangeOf, useCurrentProducts } from './current-products.js';
import { draftTotals } from '../../kit/quotations/draft-totals.js';
import { quotationRecords } from '../../kit/quotations/quotation-record.js';
import { draftPaper, picturesOf } from '../papers.js';
import { QuotationPaper, type PaperProps } from '../quotation-paper.js';
import { PreviewDialog } from './preview-dialog.js';
import { ProductPicker } from './product-picker.js';
import { useLogoFileId } from '../quotation-records.js';
import { Totals } from '../totals.js';
import {
  areTypedLines,
  DEFAULT_RATE,
  emptyLine,
  lineErrors,
  readableLines,
  readLine,
} from './typed-lines.js';
import { quotedProducts } from './quoted-products.js';
import { findQueuedSend } from '../queued-sends.js';

export interface BuilderProps {
  leadId: string;
  /** Name of the lead's owner, whom the customer may ask. */
  assignee: string;
  customer: PaperProps['customer'];
  settings: QuotationSettingsShown;
  /** Edited quotation; left out for a new one. */
  quotation?: QuotationDetail;
  /** Initial values of a new quotation. */
  values?: BuilderValues;
  /** Id of the quotation that is copied. */
  copiedFrom?: string;
  /** Refused draft that this form resubmits. */
  refused?: QueuedNewQuotation | undefined;
  /** Current values of the saved quotation's products. */
  products?: readonly QuotedProduct[];
}

/** Form of a quotation: lines, totals, details, and its preview before it is sent. */
export function Builder(props: BuilderProps): ReactNode {
  const { leadId, customer, settings, quotation } = props;
  const { role, organization } = useMe();
  const { form, saveDraft, saveAndSend } = useBuilderForm(props);
  const values = form.watchAll();
  const content = useMemo(() => contentOf(values), [values]);
  const { taxHead, totals } = useMemo(() => draftTotals(content, settings), [content, settings]);
  const products = useCurrentProducts(values.lines, props.products);
  const isAdmin = role === 'admin';
  const wrongLineCount = values.lines.filter((line) => {
    const range = isAdmin ? undefined : discountRangeOf(products.get(line.productId));
    const rules = { isTaxed: taxHead !== 'none', today: form.today, range };
    return Object.keys(lineErrors(line, rules)).length > 0;
  }).length;
  const [showsLineErrors, setShowsLineErrors] = useState(false);
  const [isPicking, setPicking] = useState(false);
  const [isPreviewed, setPreviewed] = useState(false);
  const pictures = picturesOf(products.values());
  const paper = draftPaper(content, settings, {
    customer,
    person: props.assignee,
    logoFileId: useLogoFileId(),
    organization: organization?.name ?? '',
    number: quotation?.versions[0]?.number,
  });
  const taxPaise = totals.cgstPaise + totals.sgstPaise + totals.igstPaise;
  const taxText = t`incl. GST ${plainMoney(taxPaise)}`;
  const lineCountText = plural(values.lines.length, { one: '# line', other: '# lines' });
  const showPreview = async (): Promise<void> => {
    const areLinesReady = values.lines.length > 0 && wrongLineCount === 0;
    setShowsLineErrors(!areLinesReady);
    setPreviewed(areLinesReady && (await form.validate()));
  };
  const send = (): void => {
    setPreviewed(false);
    saveAndSend();
  };
  return (
    <>
      <FormPage
        form={form}
        wide
        title={t`Quotation for ${customer.name}`}
        subtitle={
          quotation?.draft ? !form.isDraftStored && t`Draft kept` : quotation?.versions[0]?.number
        }
        back={{
          to: quotation ? `/quotations/${quotation.quotationId}` : `/leads/${leadId}`,
          label: t`Close`,
        }}
        submitLabel={t`Preview and send`}
        onSubmit={() => void showPreview()}
        message={showsLineErrors && problemOfLines(values.lines.length, wrongLineCount)}
        notice={
          quotation && (
            <ConflictNotice
              form={form}
              current={valuesOfQuotation(quotation, settings, form.today)}
              describe={(name) => t`${name} changed this quotation while you were typing.`}
              textOf={textOfField}
            />
          )
        }
        actionBarStart={
          <div className="flex-none">
            <Money paise={totals.totalPaise} className="t2 block" />
            <span className="meta block">{taxHead === 'none' ? lineCountText : taxText}</span>
            {totals.roundOffPaise !== 0 && (
              <span className="meta num block">
                {t`Rounded off ${plainMoney(totals.roundOffPaise)}`}
              </span>
            )}
          </div>
        }
        footer={
          <Button className="self-start" busy={form.busy} onClick={saveDraft}>
            {t`Save draft`}
          </Button>
        }
      >
        <div className="stack gap-6 xl:grid xl:grid-cols-[minmax(0,1fr)_20rem] xl:items-start">
          <div className="stack min-w-0 gap-5">
            {values.lines.length === 0 && <NoLines />}
            <LineList
              form={form}
              totals={totals}
              isTaxed={taxHead !== 'none'}
              hsnDigits={settings.hsnDigits}
              products={products}
              isAdmin={isAdmin}
              showsErrors={showsLineErrors}
              onNext={() => setPicking(true)}
            />
            <div className="row wrap gap-2">
              <Button
                kind={values.lines.length === 0 ? 'primary' : 'soft'}
                size="lg"
                icon={PackagePlus}
                className="grow md:flex-none"
                onClick={() => setPicking(true)}
              >
                {t`Add products`}
              </Button>
              <Button
                size="lg"
                icon={Plus}
                className="grow md:flex-none"
                onClick={() => form.set('lines', [...form.get('lines'), emptyLine(DEFAULT_RATE)])}
              >
                {t`Other item`}
              </Button>
            </div>
            <DetailFields form={form} />
          </div>
          <div className="stack gap-6">
            <FormSection title={t`Totals`}>
              <Totals
                taxHead={taxHead}
                totals={totals}
                discountPaise={content.discountPaise}
                pricesIncludeGst={content.pricesIncludeGst}
                totalPaise={totals.totalPaise}
              />
              {taxHead === 'none' && <UntaxedHint settings={settings} isAdmin={isAdmin} />}
              <PlaceOfSupply form={form} />
            </FormSection>
            <Card title={t`Preview`} className="max-xl:hidden" bodyClassName="pt-2">
              <QuotationPaper {...paper} pictures={pictures} />
            </Card>
          </div>
        </div>
      </FormPage>
      <ProductPicker
        open={isPicking}
        onClose={() => setPicking(false)}
        lines={values.lines}
        totalPaise={totals.totalPaise}
        onLines={(edit) => form.set('lines', edit(form.get('lines')))}
      />
      <PreviewDialog
        open={isPreviewed}
        onClose={() => setPreviewed(false)}
        paper={{ ...paper, pictures }}
        onSend={send}
      />
    </>
  );
}

/** Content that could be sent now, without unreadable values. */
const contentOf = (values: BuilderValues) => ({
  ...values,
  lines: readableLines(values.lines),
  discountPaise: readAmount(values.discountPaise).hundredths,
  transportPaise: readAmount(values.transportPaise).hundredths,
  placeOfSupply: values.placeOfSupply || undefined,
});

/** Reason why lines cannot be sent; undefined without one. */
const problemOfLines = (lineCount: number, wrongLineCount: number): string | undefined => {
  if (lineCount === 0) return t`Add at least one line`;
  return wrongLineCount > 0
    ? plural(wrongLineCount, { one: '# line needs a look', other: '# lines need a look' })
    : undefined;
};

/** Reason why no tax is shown, and for admins a link to the setting. */
const UntaxedHint = ({
  settings: { gstRegistration },
  isAdmin,
}: Pick<BuilderProps, 'settings'> & { isAdmin: boolean }): ReactNode => (
  <p className="meta">
    {gstRegistration === 'composition'
      ? t`Composition taxable person, not eligible to collect tax on supplies`
      : t`Without a GSTIN quotations show no GST.`}
    {gstRegistration !== 'composition' && isAdmin && (
      <>
        {' '}
        <Link to="/settings/quotations" className="underline">{t`Enter the GSTIN`}</Link>
      </>
    )}
  </p>
);

const NoLines = (): ReactNode => (
  <p className="label rounded-card bg-sunken px-4 py-6 text-center text-ink-2">
    {t`Add products, packages, or other items.`}
  </p>
);

/** Text of a field in a conflict. */
function textOfField(field: keyof BuilderValues, values: BuilderValues): string {
  if (field !== 'lines') return String(values[field] || t`None`);
  const names = values.lines.map(
    ({ name, quantityThousandths }) => `${quantityThousandths} × ${name}`,
  );
  return names.join(', ') || t`None`;
}

function useBuilderForm({
  leadId,
  customer,
  settings,
  quotation,
  values,
  copiedFrom,
  refused,
}: BuilderProps): {
  form: CommandForm<BuilderValues>;
  saveDraft: () => void;
  saveAndSend: () => void;
} {
  const today = useToday();
  const navigate = useNavigate();
  /** whether the current submission also sends the saved version */
  const sendsVersion = useRef(true);
  const isSaved = useRef(false);
  const resubmit = useResubmit(refused);
  const savedValues = useMemo(
    () => quotation && valuesOfQuotation(quotation, settings, today),
    [quotation, settings, today],
  );
  const version = quotation?.nextVersion ?? 1;
  const original = copiedFromOf(quotation, copiedFrom) || undefined;
  const queueOptions = (quotationId: string) => ({
    recordId: quotationId,
    recordName: customer.name,
    storesFirst: true,
  });
  /** Sends the saved version. A refused sending is replaced, and a waiting one stays. */
  const sendVersion = async (
    quotationId: string,
    saved: Delivered,
    leaveAt: number | undefined,
  ): Promise<Delivered> => {
    const queuedSend = findQueuedSend(quotationId);
    if (queuedSend?.state === 'refused')
      return resend(queuedSend.commandId, { quotationId, version }, leaveAt);
    if (queuedSend) return saved;
    const revision = saved.state === 'sent' ? saved.result.revision : undefined;
    return sendOrQueueCommand(
      'SendQuotation',
      { quotationId, version },
      { id: newId(), ...(quotation && revision !== undefined && { revision }) },
      quotation ? undefined : queueOptions(quotationId),
    );
  };
  const form = useCommandForm('SaveQuotation', {
    draft: draftNameOf({ leadId, quotation, copiedFrom, refused }),
    newIdField: 'quotationId',
    knownId: quotation?.quotationId ?? refused?.data.quotationId,
    values: (savedValues ?? values)!,
    shapes: { lines: areTypedLines },
    untypedFields: ({ lines }) => ({
      leadId,
      lines: lines.map(readLine),
      ...(original !== undefined && { copiedFrom: original }),
    }),
    ...(quotation
      ? {
          edits: {
            ...quotationRecords.editOptions(quotation.quotationId, quotation, (fresh) =>
              valuesOfQuotation(fresh, settings, today),
            ),
            isWhole: true,
          },
        }
      : {
          queued: (_: BuilderValues, quotationId: string) => ({
            ...queueOptions(quotationId),
            creates: 'quotations',
          }),
        }),
    failed: t`Failed to save the quotation`,
    async send(data, press, listed) {
      const { quotationId } = data;
      const saved = await (resubmit
        ? resubmit(data, press, listed)
        : sendOrQueueCommand('SaveQuotation', data, press, listed));
      isSaved.current = saved.state === 'sent';
      return sendsVersion.current ? sendVersion(quotationId, saved, press.leaveAt) : saved;
    },
    async onDone(delivered, { lines }, quotationId, isLeft) {
      quotedProducts.addUse(lines.map(({ productId }) => productId));
      if (isLeft) return;
      // a quotation in the outbox has no page yet
      const hasPage =
        delivered?.state !== 'waiting' || (isSaved.current && delivered.reason === 'under way');
      await navigate(hasPage ? `/quotations/${quotationId}` : '/quotations', { replace: true });
    },
  });
  const submit = ({ sends }: { readonly sends: boolean }): void => {
    sendsVersion.current = sends;
    void form.submit();
  };
  return {
    form,
    saveDraft: () => submit({ sends: false }),
    saveAndSend: () => submit({ sends: true }),
  };
}

/** Id of the quotation from which this one was copied. */
const copiedFromOf = (
  quotation: QuotationDetail | undefined,
  copiedFrom: string | undefined,
): string | undefined =>
  quotation?.draft?.copiedFrom ?? quotation?.versions[0]?.copiedFrom ?? copiedFrom;

/** Sends a quotation in place of its refused sending, which replaces the refused item. */
async function resend(
  refusedId: string,
  data: CommandInput<'SendQuotation'>,
  leaveAt: number | undefined,
): Promise<Delivered> {
  const { settled } = await replaceItem(refusedId, data, [], {}, leaveAt);
  const outcome = await settled;
  if (outcome.state === 'refused') throw problemOf(outcome.problem);
  return outcome;
}

function draftNameOf({
  leadId,
  quotation,
  copiedFrom,
  refused,
}: Pick<BuilderProps, 'leadId' | 'quotation' | 'copiedFrom' | 'refused'>): string {
  if (refused) return resubmitDraftName(refused);
  if (quotation) return `quotation-${quotation.quotationId}`;
  return copiedFrom ? `quotation-copy-${copiedFrom}` : `new-quotation-${leadId}`;
}
