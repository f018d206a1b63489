import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import {
  CircleCheck,
  CircleX,
  Copy,
  Ellipsis,
  FileText,
  Link2Off,
  Pencil,
  Share2,
  Trash2,
  User,
} from 'lucide-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { useParams } from 'react-router-dom';
import type { QuotationDetail, QuotationVersionShown } from '#domain/quotations/quotation.views.js';
import { useIsHighlighted } from '../lib/live/live.js';
import { ConfirmCommand } from '../kit/commands/confirm-command.js';
import { useHistoryEntries } from '../kit/history/history-menu.js';
import { leadQuery } from '../kit/leads/lead-record.js';
import { useCanQuote } from '../kit/leads/use-can-quote.js';
import { quotationRecords } from '../kit/quotations/quotation-record.js';
import { OpenedRecord } from '../kit/records/record-page.js';
import { Staleness } from '../kit/records/staleness.js';
import { RecordWarning } from '../kit/records/record-warning.js';
import { useFileUrl } from '../lib/photos/photos.js';
import { AmountLabel } from '../ui/buttons/amount-label.js';
import { Button, ButtonLink, IconButton } from '../ui/buttons/button.js';
import { classes } from '../ui/classes.js';
import { useToday } from '../ui/display/figures.js';
import { phoneText } from '../ui/display/format.js';
import { Banner } from '../ui/feedback/banner.js';
import { Segment } from '../ui/inputs/choice.js';
import { Select } from '../ui/inputs/input.js';
import { BottomBar } from '../ui/layout/bottom-bar.js';
import { Screen } from '../ui/layout/frame.js';
import { Card } from '../ui/layout/surface.js';
import { lazyPart } from '../ui/loading/code.js';
import { LazyMount } from '../ui/loading/lazy-mount.js';
import { LazyMenu } from '../ui/overlays/lazy-menu.js';
import { DraftCard } from './draft-card.js';
import { picturesOf, versionPaper } from './papers.js';
import { QuotationHistoryCard } from './quotation-history-card.js';
import { MissingCharacters, QuotationNotices } from './quotation-notices.js';
import { QuotationPaper } from './quotation-paper.js';
import { PdfState, ShareDialog, ShareWays } from './quotation-share.js';
import { QuotationBadge, isRevoked, needsNewVersion } from './quotation-status.js';

const RejectDialog = lazyPart(() => import('./reject-dialog.js'));

/** `/quotations/{id}`: the quotation as the customer sees it, its versions and its history. */
export default function QuotationPage(): ReactNode {
  const { quotationId = '' } = useParams();
  return (
    <OpenedRecord
      records={quotationRecords}
      id={quotationId}
      failed={t`Failed to load quotation`}
      missing={t`There is no such quotation, or it is a colleague's.`}
    >
      {(quotation, stale) => <QuotationContent quotation={quotation} stale={stale} />}
    </OpenedRecord>
  );
}

function QuotationContent({
  quotation,
  stale,
}: {
  quotation: QuotationDetail;
  stale: { failed: boolean; at: number };
}): ReactNode {
  const { quotationId, customerName, status, versions } = quotation;
  const highlighted = useIsHighlighted(quotationId);
  const [chosenVersion, setChosenVersion] = useState<number>();
  const newest = versions[0];
  const version = versions.find((each) => each.version === chosenVersion) ?? newest;
  const mayBuild = useCanQuote(quotation.assignedTo);
  const [isSharing, setSharing] = useState(false);
  const share = (): void => setSharing(true);
  return (
    <Screen
      back={{ to: '/quotations', label: t`Back to quotations` }}
      title={newest ? newest.number : t`Draft of a quotation`}
      subtitle={
        <>
          <span className={classes('flex', highlighted && 'is-highlighted')}>
            <QuotationBadge status={status} />
          </span>
          <span className="meta min-w-0 truncate">{customerName}</span>
        </>
      }
      actions={<Actions quotation={quotation} mayBuild={mayBuild} onShare={share} />}
      pageClassName="pt-2"
    >
      <RecordWarning record={quotation} />
      <Staleness describe={(age) => t`Showing quotation from ${age}`} {...stale} />
      <QuotationNotices quotation={quotation} mayBuild={mayBuild} />
      <div className="mt-2 grid grid-cols-[minmax(0,1fr)] items-start gap-3 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-4 xl:grid-cols-[minmax(0,1fr)_21.5rem]">
        <div className="stack gap-3">
          {versions.length > 1 && version && (
            <Versions versions={versions} shown={version} onChosen={setChosenVersion} />
          )}
          {version && version !== newest && (
            <Banner tone="warning" inset>{t`There is a newer version of this quotation`}</Banner>
          )}
          {version && mayBuild && <MissingCharacters version={version} />}
          {version ? (
            <Card
              title={t`Version ${version.version}`}
              headerEnd={version.fileId !== undefined && <OpenPdf fileId={version.fileId} />}
              bodyClassName="pt-3"
            >
              <QuotationPaper
                {...versionPaper(version, quotation)}
                pictures={picturesOf(quotation.products)}
              />
            </Card>
          ) : (
            <DraftCard quotation={quotation} />
          )}
        </div>
        <div className="stack gap-3">
          {newest && <LinkCard quotation={quotation} newest={newest} mayBuild={mayBuild} />}
          <QuotationHistoryCard quotationId={quotationId} />
        </div>
      </div>
      {mayBuild && (
        <BottomBar className="-mx-gutter mt-4 empty:hidden md:hidden">
          <NextActionButton quotation={quotation} onShare={share} size="lg" block />
        </BottomBar>
      )}
      {/* outside of the main action, so that it stays open when the customer answers */}
      {newest && (
        <LazyMount when={isSharing}>
          <ShareDialog
            quotation={quotation}
            version={newest}
            open={isSharing}
            onClose={() => setSharing(false)}
          />
        </LazyMount>
      )}
    </Screen>
  );
}

/** Versions that fit beside each other on a phone. */
const MAX_SEGMENTS = 3;

function Versions({
  versions,
  shown,
  onChosen,
}: {
  versions: readonly QuotationVersionShown[];
  shown: QuotationVersionShown;
  onChosen: (version: number) => void;
}): ReactNode {
  const value = String(shown.version);
  const options = versions.map((each) => ({
    value: String(each.version),
    label: t`Version ${each.version}`,
  }));
  return versions.length <= MAX_SEGMENTS ? (
    <Segment
      label={t`Version`}
      options={options}
      value={value}
      onValue={(next) => onChosen(Number(next))}
    />
  ) : (
    <Select
      aria-label={t`Version`}
      options={options}
      value={value}
      onChange={({ target }) => onChosen(Number(target.value))}
    />
  );
}

type ConfirmedAction = 'revoke' | 'reject' | 'discard';

/**
 * Main action of a quotation: edit a draft, share a sent version, convert the lead of an accepted
 * one, or make a new version if the last one ended or its link was revoked.
 */
function NextActionButton({
  quotation,
  onShare,
  isInTopBar = false,
  ...buttonProps
}: {
  quotation: QuotationDetail;
  onShare: () => void;
  /** Whether it is in the top bar. A wide screen has no Share button there: its card has one. */
  isInTopBar?: boolean;
} & Pick<ComponentProps<typeof ButtonLink>, 'size' | 'block' | 'className'>): ReactNode {
  const { quotationId, leadId, acceptance, versions } = quotation;
  const [newest] = versions;
  const today = useToday();
  // fetched early, so that an acceptance can be shown without a request
  const { data: lead, isLoading } = useQuery(leadQuery(leadId));
  const editLink = {
    ...buttonProps,
    kind: 'primary',
    icon: Pencil,
    to: editAddress(quotationId),
  } as const;
  if (!newest) return <ButtonLink {...editLink}>{t`Edit`}</ButtonLink>;
  if (needsNewVersion(quotation, newest, today))
    return <ButtonLink {...editLink}>{t`New version`}</ButtonLink>;
  const mayNeedConversion = isLoading || (lead && lead.status !== 'Converted');
  if (acceptance && mayNeedConversion)
    return (
      <ButtonLink
        {...buttonProps}
        kind="primary"
        icon={CircleCheck}
        to={`/leads/${leadId}?convert`}
        // invisible, but in place, until the lead has loaded and tells whether it was converted
        className={classes(buttonProps.className, isLoading && 'invisible')}
      >
        <AmountLabel paise={acceptance.totalPaise}>{t`Convert Lead`}</AmountLabel>
      </ButtonLink>
    );
  if (isRevoked(quotation, newest)) return null;
  return (
    <Button
      {...buttonProps}
      kind="primary"
      icon={Share2}
      className={classes(buttonProps.className, isInTopBar && 'lg:hidden')}
      onClick={onShare}
    >
      {t`Share`}
    </Button>
  );
}

const editAddress = (quotationId: string): string => `/quotations/${quotationId}/edit`;

/** Main action, and a menu of rare ones. */
function Actions({
  quotation,
  mayBuild,
  onShare,
}: {
  quotation: QuotationDetail;
  mayBuild: boolean;
  onShare: () => void;
}): ReactNode {
  const { quotationId, leadId, status, versions, draft, linkToken } = quotation;
  const copiedFrom = draft?.copiedFrom ?? versions[0]?.copiedFrom;
  const [openDialog, setOpenDialog] = useState<ConfirmedAction>();
  const historyEntries = useHistoryEntries(`/quotations/${quotationId}`);
  const newest = versions[0];
  const isDecided = status === 'Accepted' || status === 'Rejected';
  const copy = {
    kind: 'link',
    label: status === 'Accepted' ? t`New quotation from this` : t`Copy`,
    icon: Copy,
    to: `/quotations/new?leadId=${leadId}&copyOf=${quotationId}`,
  } as const;
  const close = (): void => setOpenDialog(undefined);
  const dialogOf = (action: ConfirmedAction) => ({ open: openDialog === action, onClose: close });
  return (
    <>
      {mayBuild && (
        <NextActionButton
          quotation={quotation}
          onShare={onShare}
          className="max-md:hidden"
          isInTopBar
        />
      )}
      <LazyMenu
        trigger={<IconButton icon={Ellipsis} label={t`More`} />}
        align="end"
        entries={[
          ...(mayBuild && newest && status !== 'Accepted'
            ? [
                {
                  kind: 'link',
                  label: draft ? t`Edit changes` : t`New version`,
                  icon: Pencil,
                  to: editAddress(quotationId),
                } as const,
              ]
            : []),
          ...(mayBuild ? [copy] : []),
          { kind: 'link', label: t`Open lead`, icon: User, to: `/leads/${leadId}` },
          ...(copiedFrom === undefined
            ? []
            : [
                {
                  kind: 'link',
                  label: t`Open the original`,
                  icon: FileText,
                  to: `/quotations/${copiedFrom}`,
                } as const,
              ]),
          ...historyEntries,
          ...(mayBuild && newest && linkToken !== undefined
            ? [{ label: t`Revoke link`, icon: Link2Off, onSelect: () => setOpenDialog('revoke') }]
            : []),
          ...(mayBuild && newest && !isDecided
            ? [
                {
                  label: t`Mark as rejected`,
                  icon: CircleX,
                  onSelect: () => setOpenDialog('reject'),
                },
              ]
            : []),
          ...(mayBuild && !newest
            ? [
                {
                  label: t`Discard draft`,
                  icon: Trash2,
                  danger: true,
                  onSelect: () => setOpenDialog('discard'),
                },
              ]
            : []),
        ]}
      />
      <LazyMount when={openDialog === 'reject'}>
        <RejectDialog quotationId={quotationId} {...dialogOf('reject')} />
      </LazyMount>
      <ConfirmCommand
        {...dialogOf('revoke')}
        command="RevokeQuotationLink"
        data={{ quotationId }}
        title={t`Revoke the link?`}
        text={t`The customer can no longer open or accept this quotation. The next version gets a new link.`}
        confirmLabel={t`Revoke link`}
        cancelLabel={t`Keep link`}
        failed={t`Failed to revoke the link`}
        done={t`Link revoked`}
      />
      <ConfirmCommand
        {...dialogOf('discard')}
        command="DiscardQuotation"
        data={{ quotationId }}
        title={t`Discard this draft?`}
        text={t`Its lines cannot be brought back.`}
        confirmLabel={t`Discard draft`}
        cancelLabel={t`Keep draft`}
        failed={t`Failed to discard the draft`}
        done={t`Draft deleted`}
      />
    </>
  );
}

/** State of the link, and on a wide screen the ways to share it. */
const LinkCard = ({
  quotation,
  newest,
  mayBuild,
}: {
  quotation: QuotationDetail;
  newest: QuotationVersionShown;
  mayBuild: boolean;
}): ReactNode => (
  <Card
    title={t`Customer`}
    headerEnd={
      <span className="meta num">
        {plural(quotation.views, { 0: 'Not viewed yet', one: '# view', other: '# views' })}
      </span>
    }
    bodyClassName="pt-2 stack gap-2"
  >
    <div>
      <p className="label font-medium wrap-anywhere">{newest.customer.name}</p>
      <p className="meta num">{phoneText(newest.customer.phone)}</p>
    </div>
    {mayBuild && (
      <>
        <div className="max-lg:hidden">
          <ShareWays quotation={quotation} version={newest} />
        </div>
        {newest.fileId === undefined && (
          <div className="lg:hidden">
            <PdfState quotation={quotation} version={newest} />
          </div>
        )}
      </>
    )}
  </Card>
);

function OpenPdf({ fileId }: { fileId: string }): ReactNode {
  const { url } = useFileUrl(fileId);
  return (
    url && (
      <ButtonLink kind="soft" icon={FileText} href={url} target="_blank" rel="noreferrer">
        {t`Open PDF`}
      </ButtonLink>
    )
  );
}
