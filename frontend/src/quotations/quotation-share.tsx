import { t } from '@lingui/core/macro';
import { Download, Link as LinkIcon } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { CommandInput } from '#domain/commands.js';
import { chatLink } from '#domain/kernel/values/contact-links.js';
import type { QuotationDetail, QuotationVersionShown } from '#domain/quotations/quotation.views.js';
import { CopyRefused, copyTextAfter, openLinkAfter } from '../kit/commands/open-and-copy.js';
import { useCommand, useSingleRun } from '../kit/commands/use-command.js';
import { useMe } from '../lib/account/session.js';
import { enqueue } from '../lib/outbox/outbox.js';
import { useFileUrl } from '../lib/photos/photos.js';
import { errorMessage, newId } from '../lib/server/api.js';
import { problemOf } from '../lib/server/problem.js';
import { Button } from '../ui/buttons/button.js';
import { Spinner, WhatsApp } from '../ui/display/icon.js';
import { Money, useToday } from '../ui/display/figures.js';
import { dayText, phoneText } from '../ui/display/format.js';
import { MessagePreview } from '../ui/display/message-preview.js';
import { KeepTogether } from '../ui/display/keep-together.js';
import { Banner } from '../ui/feedback/banner.js';
import { toast } from '../ui/feedback/toast.js';
import { SelectedText } from '../ui/inputs/selected-text.js';
import { Dialog } from '../ui/overlays/dialog.js';
import { hasEnded } from './quotation-status.js';
import type { DialogState } from '../ui/loading/lazy-mount.js';

interface ShareProps {
  quotation: QuotationDetail;
  version: QuotationVersionShown;
  /** Called once a share has begun. */
  onShared?: (() => void) | undefined;
}

/** Public address of a quotation. */
const linkOf = (token: string): string => `${location.origin}/q/${token}`;

/**
 * Ways to share the newest version. Each is one press, and is recorded first. A version that can no
 * longer be accepted can only be downloaded.
 */
export function ShareWays({ quotation, version, onShared }: ShareProps): ReactNode {
  const { linkToken, status } = quotation;
  const { fileId } = version;
  if (fileId === undefined) return <PdfState quotation={quotation} version={version} />;
  if (linkToken === undefined)
    return (
      <p className="label text-ink-2" role="status">
        {status === 'Accepted'
          ? t`The link was revoked.`
          : t`The link was revoked. The next version gets a new one.`}
      </p>
    );
  return (
    <ShareButtons
      quotation={quotation}
      version={version}
      fileId={fileId}
      link={linkOf(linkToken)}
      onShared={onShared}
    />
  );
}

function ShareButtons({
  quotation,
  version,
  fileId,
  link,
  onShared,
}: ShareProps & { fileId: string; link: string }): ReactNode {
  const { quotationId, customerName, status } = quotation;
  const today = useToday();
  const isEnded = hasEnded(quotation, version, today);
  const { organization, verification } = useMe();
  const [uncopiedText, setUncopiedText] = useState<string>();
  const { url: pdfUrl } = useFileUrl(fileId);
  const isUnverified = !verification.verified;
  const shareOnce = useSingleRun(
    async (method: Method, action: (recorded: Promise<void>) => Promise<void>, to?: string) => {
      const recorded = recordShare(customerName, {
        quotationId,
        method,
        ...(to !== undefined && { to }),
      });
      try {
        await action(recorded);
      } catch (error) {
        toast({ tone: 'bad', text: errorMessage(error, t`The share was not recorded`) });
      }
    },
  );
  const share = (...args: Parameters<typeof shareOnce>): void => void shareOnce(...args);
  const copy = async (recorded: Promise<void>): Promise<void> => {
    try {
      await copyTextAfter(recorded, link);
    } catch (error) {
      if (!(error instanceof CopyRefused)) throw error;
      return setUncopiedText(link);
    }
    toast({ text: t`Link copied` });
    onShared?.();
  };
  const text = shareText({
    number: version.number,
    name: version.customer.name,
    organization: organization?.name ?? '',
    ...(status !== 'Accepted' && { until: dayText(version.validUntilOn, today) }),
    link,
  });
  const { phone } = version.customer;
  return (
    <div className="stack gap-2">
      {uncopiedText !== undefined && (
        <SelectedText
          text={uncopiedText}
          label={t`Selected text`}
          reason={t`The share was recorded, but this browser did not allow copying. Copy the selected text.`}
        />
      )}
      {isEnded ? (
        <p className="label text-ink-2" role="status">
          {status === 'Rejected'
            ? t`This quotation was rejected. Make a new version; the same link will open it.`
            : t`This quotation has expired. Make a new version; the same link will open it.`}
        </p>
      ) : (
        <>
          <MessagePreview label={t`Text that is sent`} text={text} />
          <Button
            // after an acceptance the conversion is the main action
            kind={status === 'Accepted' ? 'plain' : 'whatsapp'}
            size="lg"
            block
            icon={WhatsApp}
            disabled={isUnverified}
            onClick={() => {
              share(
                'whatsapp',
                (recorded) => openLinkAfter(recorded, chatLink(phone, text)),
                phone,
              );
              onShared?.();
            }}
          >
            {t`Share on WhatsApp`}
          </Button>
          <p className="meta text-center">{t`The text can still be changed in WhatsApp.`}</p>
          <Button block icon={LinkIcon} disabled={isUnverified} onClick={() => share('link', copy)}>
            {t`Copy link`}
          </Button>
        </>
      )}
      <Button
        block
        icon={Download}
        disabled={isUnverified || !pdfUrl}
        onClick={() => {
          if (pdfUrl)
            share('download', (recorded) => recorded.then(() => download(pdfUrl, version)));
          onShared?.();
        }}
      >
        {t`Download PDF`}
      </Button>
      {isUnverified && (
        <p className="meta" role="status">
          {t`Customers can open this once your WhatsApp number is verified.`}
        </p>
      )}
    </div>
  );
}

/** State of the PDF: being made, or failed with a retry. */
export function PdfState({ quotation, version }: ShareProps): ReactNode {
  const { quotationId } = quotation;
  const { send, busy, disabled } = useCommand('RequestQuotationPdf', {
    failed: t`Failed to create the PDF`,
  });
  if (!version.pdfFailed)
    return (
      <p className="label row gap-2 text-ink-2" role="status">
        <Spinner />
        {t`The PDF is being made. The link comes with it.`}
      </p>
    );
  return (
    <Banner
      tone="danger"
      inset
      actions={
        <Button
          kind="ghost"
          busy={busy}
          disabled={disabled}
          onClick={() => send({ quotationId, version: version.version })}
        >
          {t`Retry`}
        </Button>
      }
    >
      {t`Failed to create the PDF`}
    </Banner>
  );
}

/** Dialog with the ways to share. */
export function ShareDialog({
  quotation,
  version,
  open,
  onClose,
}: DialogState & ShareProps): ReactNode {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={<KeepTogether>{t`Share ${version.number}`}</KeepTogether>}
      closeButton
    >
      <SharedQuotation
        version={version}
        isAccepted={quotation.status === 'Accepted'}
        totalPaise={quotation.acceptance?.totalPaise ?? version.totalPaise}
      />
      <ShareWays quotation={quotation} version={version} onShared={onClose} />
    </Dialog>
  );
}

/** Shared quotation: customer, amount, and the last day until it is accepted. */
function SharedQuotation({
  version: {
    customer: { name, phone },
    validUntilOn,
  },
  isAccepted,
  totalPaise,
}: {
  version: QuotationVersionShown;
  isAccepted: boolean;
  totalPaise: number;
}): ReactNode {
  const until = dayText(validUntilOn, useToday());
  return (
    <dl className="row between items-start gap-4 rounded-control bg-sunken px-3 py-2.5">
      <div className="min-w-0">
        <dt className="meta">{t`For`}</dt>
        <dd className="label font-medium wrap-anywhere">{name}</dd>
        <dd className="meta num">{phoneText(phone)}</dd>
      </div>
      <div className="flex-none text-right">
        <dt className="meta">{t`Total`}</dt>
        <dd className="t3">
          <Money paise={totalPaise} />
        </dd>
        {!isAccepted && <dd className="meta">{t`valid until ${until}`}</dd>}
      </div>
    </dl>
  );
}

/** Text for a messenger, without amounts. */
function shareText({
  number,
  name,
  organization,
  until,
  link,
}: Readonly<Record<'number' | 'name' | 'organization' | 'link', string>> & {
  /** Last day to accept; undefined once it is accepted. */
  readonly until?: string;
}): string {
  return [
    t`Hello ${name},`,
    '',
    until === undefined
      ? t`here is the quotation ${number} of ${organization} that you accepted.`
      : t`here is the quotation ${number} of ${organization}, valid until ${until}.`,
    '',
    link,
  ].join('\n');
}

type Method = CommandInput<'ShareQuotation'>['method'];

/** Records a share on this device; resolves once it is safe. */
function recordShare(
  customerName: string,
  share: Omit<CommandInput<'ShareQuotation'>, 'shareId'>,
): Promise<void> {
  const shareId = newId();
  return new Promise((resolve, reject) => {
    const options = {
      id: newId(),
      recordId: share.quotationId,
      recordName: customerName,
      onSafe: resolve,
    };
    enqueue('ShareQuotation', { shareId, ...share }, options).then(
      async ({ isStored, settled }) => {
        const outcome = await settled;
        if (outcome.state !== 'refused') return;
        if (isStored)
          toast({
            tone: 'bad',
            text: errorMessage(problemOf(outcome.problem), t`The share was not recorded`),
          });
        else reject(problemOf(outcome.problem));
      },
      reject,
    );
  });
}

function download(url: string, { number }: QuotationVersionShown): void {
  const anchor = document.createElement('a');
  Object.assign(anchor, { href: url, download: `${number.replaceAll('/', '-')}.pdf` });
  anchor.click();
}
