import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { openStatuses } from '#domain/leads/lead.values.js';
import type { ExistingLead } from '#domain/leads/lead.views.js';
import { Button } from '../../ui/buttons/button.js';
import { classes } from '../../ui/classes.js';
import { Dialog } from '../../ui/overlays/dialog.js';
import { Money, Time, useToday, useZone } from '../../ui/display/figures.js';
import { dayIn, dayText, phoneText } from '../../ui/display/format.js';
import { FormRefusal } from '../../ui/inputs/form-errors.js';
import { DescriptionList } from '../../ui/layout/description.js';
import { InlineList } from '../../ui/layout/surface.js';
import { useMe } from '../../lib/account/session.js';
import { personName } from '../team/person-name.js';
import { ContactActions, Due } from './contact-actions.js';
import { StatusBadge } from './status-badge.js';

const leadClass = 'rounded-card bg-sunken px-4 py-3.5';

interface DuplicateDialogProps {
  /** Visible part of the lead with the same number; undefined closes the dialog. */
  existing: ExistingLead | undefined;
  onClose: () => void;
  onUpdate: (leadId: string) => void;
  onDifferentNumber: () => void;
  /** Notice that nothing can be done any more. */
  endNotice?: ReactNode;
  /** Error of an action. */
  message?: string | undefined;
}

/**
 * Blocks saving while another lead has the number. A sales user sees only who owns a colleague's
 * lead.
 */
export default function DuplicateDialog({
  existing,
  onClose,
  onUpdate,
  onDifferentNumber,
  endNotice,
  message,
}: DuplicateDialogProps): ReactNode {
  const { account } = useMe();
  const visibleLead = existing && 'leadId' in existing ? existing : undefined;
  const isOwn = visibleLead?.assignedTo.id === account.id;
  return (
    <Dialog
      open={existing !== undefined}
      onClose={onClose}
      title={t`Duplicate Lead Detected`}
      description={
        isOwn
          ? t`This number is already your lead.`
          : t`A lead with this phone number already exists in your organization.`
      }
      stacked
      footer={
        <>
          {visibleLead && (
            <Button
              kind="primary"
              size="lg"
              disabled={!!endNotice}
              onClick={() => onUpdate(visibleLead.leadId)}
            >
              {t`Got it, I'll update the existing lead`}
            </Button>
          )}
          <Button
            kind={visibleLead ? 'plain' : 'primary'}
            size="lg"
            disabled={!!endNotice}
            onClick={onDifferentNumber}
          >
            {t`Use a different phone number`}
          </Button>
          {endNotice && (
            <Button size="lg" onClick={onClose}>
              {t`Close`}
            </Button>
          )}
        </>
      }
    >
      {endNotice}
      {visibleLead ? (
        <ExistingLeadFacts lead={visibleLead} />
      ) : (
        existing && <p className={leadClass}>{t`It is assigned to ${existing.assignedTo.name}.`}</p>
      )}
      {message && <FormRefusal>{message}</FormRefusal>}
    </Dialog>
  );
}

function ExistingLeadFacts({
  lead,
}: {
  lead: Extract<ExistingLead, { leadId: string }>;
}): ReactNode {
  const today = useToday();
  const { account } = useMe();
  const createdOn = dayText(dayIn(useZone(), lead.createdAt), today);
  const owner = lead.assignedTo.id === account.id ? t`You` : personName(lead.assignedTo);
  return (
    <div className={leadClass}>
      <div className="row wrap between items-start">
        <div className="t3 line-clamp-2 flex-[1_1_6rem] wrap-anywhere">{lead.name}</div>
        <StatusBadge status={lead.status} />
      </div>
      <p className="meta text-ink-2">
        <InlineList
          items={[
            <span>{lead.city}</span>,
            <span>{t`Owner: ${owner}`}</span>,
            <span className="num">{t`Created ${createdOn}`}</span>,
          ]}
        />
      </p>
      <div className="row wrap between">
        <span className="label num">{phoneText(lead.phone)}</span>
        <span className="-mr-3 flex">
          <ContactActions person={lead} />
        </span>
      </div>
      <DescriptionList
        className="mt-1 border-t border-line pt-3"
        items={[
          ...(lead.nextFollowUpOn === undefined
            ? []
            : [
                [
                  t`Next follow-up`,
                  lead.nextFollowUpOn === null ? (
                    <span
                      className={classes(
                        openStatuses.includes(lead.status) && 'font-medium text-warning-ink',
                      )}
                    >
                      {t`None planned.`}
                    </span>
                  ) : (
                    <Due day={lead.nextFollowUpOn} />
                  ),
                ] as const,
              ]),
          [
            t`Total quoted`,
            lead.quotedPaise > 0 ? (
              <Money as="plain" paise={lead.quotedPaise} className="t3" />
            ) : (
              t`No quote`
            ),
          ],
          ...(lead.lastActivityAt
            ? [[t`Last activity`, <Time at={lead.lastActivityAt} />] as const]
            : []),
        ]}
      />
    </div>
  );
}
