import { t } from '@lingui/core/macro';
import {
  Boxes,
  ChevronDown,
  FilePlus,
  Megaphone,
  Package,
  Pencil,
  Phone,
  Share2,
  UserRound,
} from 'lucide-react';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { useIsHighlighted } from '../../lib/live/live.js';
import { useNavigate } from '../../lib/navigate.js';
import { usePermissions } from '../../lib/account/session.js';
import { lazyPart } from '../../ui/loading/code.js';
import { Button, ButtonLink, IconLink } from '../../ui/buttons/button.js';
import { classes } from '../../ui/classes.js';
import { TopBar } from '../../ui/layout/frame.js';
import { Money } from '../../ui/display/figures.js';
import { Icon, WhatsApp } from '../../ui/display/icon.js';
import { type Contact, useContactLinks } from '../../kit/leads/contact-actions.js';
import { NextFollowUp } from '../../follow-ups/next-follow-up.js';
import { HistoryMenu } from '../../kit/history/history-menu.js';
import { isQuotation } from '../../kit/offline/queued-commands.js';
import { useRefusedCommand, useRefusedId } from '../../kit/offline/resubmitted.js';
import { StatusBadge } from '../../kit/leads/status-badge.js';
import { typeNames } from '../../kit/leads/lead-names.js';
import type { KnownLead } from '../../kit/leads/known-leads.js';
import { i18n, translated } from '../../words/i18n.js';
import { LazyMenu } from '../../ui/overlays/lazy-menu.js';
import { LazyMount } from '../../ui/loading/lazy-mount.js';
import { useMainStep } from '../main-step.js';
import { lastSentQuotation } from '../newest-quotations.js';
import { NextActionButton } from './next-action-button.js';

const QuoteDialog = lazyPart(() => import('./quote-dialog.js'));
const ReassignDialog = lazyPart(() => import('../../kit/leads/reassign-dialog.js'));

/** On a wide screen the main action is beside the name. While a note is typed, one line. */
const barClass = classes(
  'typing:min-h-12 typing:pr-gutter typing:py-0! typing:[&>.grow]:flex typing:[&>.grow]:items-center typing:[&>.grow]:gap-2',
  'typing:[&_h1]:line-clamp-1 typing:[&_.sub]:w-auto! typing:[&_.sub]:flex-none typing:[&_.sub]:px-0! typing:[&_.sub>.meta]:hidden typing:[&>:nth-child(n+3)]:hidden',
  'flex-wrap shadow-[0_1px_0_var(--color-line)] max-md:gap-y-0.5 max-md:py-1! @max-[15rem]:static',
  'md:pt-2! md:pb-2.5! md:[&_.sub]:mt-1 md:[&>.btn-icon:first-child]:-ml-2.5 lg:min-h-24! lg:flex-nowrap',
);
/** Row of actions below the name: on a phone each has its word below its icon. */
const iconButtonsClass = classes(
  'max-lg:order-last max-lg:w-full typing:hidden [&_.btn-plain_.i]:max-lg:size-5 max-lg:[&_.btn-plain]:bg-transparent max-lg:[&_.btn-plain]:px-0 max-lg:[&_.btn-plain]:shadow-none',
  'max-md:grid max-md:grid-cols-[repeat(auto-fit,minmax(3.75rem,1fr))] max-md:px-1 max-md:[&_.btn-plain]:flex-col max-md:[&_.btn-plain]:gap-0.5 max-md:[&_.btn-plain]:py-1 max-md:[&_.btn-plain]:text-micro max-md:[&_.btn-plain]:whitespace-normal',
  'md:flex md:justify-end md:max-lg:gap-1 md:max-lg:[&_.btn-plain]:size-tap md:max-lg:[&_.btn-plain>span]:sr-only',
  'lg:flex-none lg:gap-2 lg:*:gap-1.5 lg:*:px-2.5 min-[96rem]:*:px-3.5',
  // a narrow desktop leaves the room to the name
  'lg:max-xl:[&_.btn-primary_.num]:sr-only lg:max-xl:[&_.is-terse>span]:sr-only',
);
/**
 * Facts that fit whole into the rest of their line: others wrap to a line that is hidden, even the
 * first one, because an empty element precedes it. A wide screen has them in the panel.
 */
const wholeFactsClass =
  'meta flex h-(--text-meta--line-height) min-w-0 flex-[1_1_0] flex-wrap overflow-hidden whitespace-nowrap panel:hidden';

/** Name, status and frequent actions of a lead; on a phone also its next step. */
export function LeadHeader({
  lead,
  isSent,
  onStatus,
  onConvert,
  onQuote,
  onInformation,
}: {
  lead: KnownLead;
  /** Whether the server has the lead. */
  isSent: boolean;
  onStatus: () => void;
  onConvert: () => void;
  onQuote: () => void;
  onInformation: () => void;
}): ReactNode {
  const highlighted = useIsHighlighted(lead.leadId);
  const refusedId = useRefusedId();
  const step = useMainStep(lead);
  const isQuoteMainAction = step?.kind === 'quote' && isSent;
  // a draft that waits for its sending comes before another quotation
  const hasDraft = isSent && step?.kind === 'send';
  const { quotedPaise = 0 } = lead;
  const quotedSum = quotedPaise > 0 && (
    <Trans>
      <Money
        as="plain"
        paise={quotedPaise}
        className="label font-strong text-ink max-md:text-meta"
      />{' '}
      sent
    </Trans>
  );
  return (
    <TopBar
      className={barClass}
      back={{ to: '/leads', label: t`Back to leads` }}
      title={lead.name}
      isSubtitleWide
      subtitle={
        <>
          {lead.status && (
            <button
              type="button"
              className={classes(
                '-my-2.5 inline-flex min-h-11 flex-none items-center',
                highlighted && 'is-highlighted',
              )}
              aria-label={t`Status ${translated(lead.status)}, change`}
              onClick={onStatus}
              disabled={!isSent}
            >
              <StatusBadge status={lead.status}>
                {isSent && <Icon icon={ChevronDown} size="s" className="size-3.5" />}
              </StatusBadge>
            </button>
          )}
          {quotedSum && <span className="meta flex-none max-md:hidden">{quotedSum}</span>}
          <span className={wholeFactsClass}>
            <span className="h-full" />
            {quotedSum && <span className="md:hidden">{quotedSum}</span>}
            {lead.city && (
              <span className={quotedSum ? 'dot-sep md:before:hidden' : undefined}>
                {lead.city}
              </span>
            )}
            {lead.type && (
              <span className={lead.city && 'dot-sep'}>{i18n._(typeNames[lead.type])}</span>
            )}
          </span>
          <NextFollowUp
            lead={lead}
            isSent={isSent}
            onOpen={onInformation}
            className="-mr-1 ml-auto typing:hidden lg:hidden"
          />
        </>
      }
      actions={
        <>
          {/* only a full detail can be edited, because the form starts with its values */}
          {isSent && lead.photos && (
            <IconLink icon={Pencil} label={t`Edit lead`} to={`/leads/${lead.leadId}/edit`} />
          )}
          {isSent && (
            <RareActions
              lead={lead}
              onQuote={hasDraft ? onQuote : undefined}
              // the main action opens it already
              hidesSentQuotation={step?.kind === 'send again'}
            />
          )}
          <div className={iconButtonsClass}>
            {lead.phone !== undefined && <ContactLinks person={{ ...lead, phone: lead.phone }} />}
            {!isQuoteMainAction && !hasDraft && (
              <Button
                icon={FilePlus}
                title={t`Create quote`}
                disabled={!isSent}
                onClick={onQuote}
                // another quotation is seldom the next step
                className={classes(step && 'quotation' in step && 'is-terse')}
              >
                {t`Create quote`}
              </Button>
            )}
            <ShareMenu lead={lead} isSent={isSent} />
            <RefusedQuote key={refusedId} lead={lead} />
            {isSent && (
              <NextActionButton
                lead={lead}
                onConvert={onConvert}
                onQuote={onQuote}
                className="max-w-84 max-md:hidden"
              />
            )}
          </div>
        </>
      }
    />
  );
}

/**
 * Menu of history, owner and the quotation that was sent last.
 * @param onQuote asks for another quotation, where it is a rare action
 */
function RareActions({
  lead: { leadId, name, assignedTo, quotations },
  onQuote,
  hidesSentQuotation,
}: {
  lead: KnownLead;
  onQuote: (() => void) | undefined;
  hidesSentQuotation: boolean;
}): ReactNode {
  const may = usePermissions();
  const [isReassigning, setReassigning] = useState(false);
  const sentQuotation = hidesSentQuotation ? undefined : lastSentQuotation(quotations);
  const mayReassign = may('ReassignLead') && assignedTo !== undefined;
  return (
    <>
      <HistoryMenu
        record={`/leads/${leadId}`}
        more={[
          ...(onQuote ? [{ label: t`Create quote`, icon: FilePlus, onSelect: onQuote }] : []),
          ...(sentQuotation
            ? [
                {
                  kind: 'link' as const,
                  label: t`Share sent quotation`,
                  icon: Share2,
                  to: `/quotations/${sentQuotation.quotationId}`,
                },
              ]
            : []),
          ...(mayReassign
            ? [{ label: t`Reassign`, icon: UserRound, onSelect: () => setReassigning(true) }]
            : []),
        ]}
      />
      <LazyMount when={isReassigning}>
        {assignedTo && (
          <ReassignDialog
            leads={[{ leadId, assignedTo }]}
            description={name}
            open={isReassigning}
            onClose={() => setReassigning(false)}
          />
        )}
      </LazyMount>
    </>
  );
}

/** Menu of the things of the catalogue to share with a lead. */
function ShareMenu({
  lead: { leadId, phone },
  isSent,
}: {
  lead: KnownLead;
  isSent: boolean;
}): ReactNode {
  if (phone === undefined) return null;
  return (
    <LazyMenu
      trigger={
        <Button
          icon={Share2}
          title={t`Share from the catalogue`}
          disabled={!isSent}
          className="is-terse"
        >
          {t`Catalogue`}
        </Button>
      }
      entries={[
        { kind: 'link', label: t`Product`, icon: Boxes, to: `/catalogue?to=${leadId}` },
        {
          kind: 'link',
          label: t`Package`,
          icon: Package,
          to: `/catalogue/packages?to=${leadId}`,
        },
        { kind: 'link', label: t`Offer`, icon: Megaphone, to: `/offers?to=${leadId}` },
      ]}
    />
  );
}

/** Quotation form for a refused upload that the address names. */
function RefusedQuote({ lead }: { lead: KnownLead }): ReactNode {
  const refused = useRefusedCommand(isQuotation);
  const navigate = useNavigate();
  const [open, setOpen] = useState(refused !== undefined);
  const close = (): void => {
    setOpen(false);
    void navigate('.', { replace: true });
  };
  return (
    <LazyMount when={open}>
      <QuoteDialog lead={lead} refused={refused} open={open} onClose={close} />
    </LazyMount>
  );
}

function ContactLinks({ person }: { person: Contact }): ReactNode {
  const { call, chat } = useContactLinks(person);
  return (
    <>
      <ButtonLink
        icon={Phone}
        title={t`Call`}
        href={call.href}
        onClick={call.onLeave}
        className="is-terse"
      >
        {t`Call`}
      </ButtonLink>
      <ButtonLink
        icon={WhatsApp}
        title={t`WhatsApp`}
        href={chat.href}
        onClick={chat.onLeave}
        target="_blank"
        rel="noreferrer"
        className="is-terse"
      >
        {t`WhatsApp`}
      </ButtonLink>
    </>
  );
}
