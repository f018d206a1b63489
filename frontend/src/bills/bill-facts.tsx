import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleX, ReceiptText } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import type { BillStatus } from '#domain/bills/bill.values.js';
import type { BillDetail, BillItem, BillStep } from '#domain/bills/bill.views.js';
import { personName } from '../kit/team/person-name.js';
import { usePermissions } from '../lib/account/session.js';
import { answerOf } from '../kit/records/answer.js';
import { HideOnPastDays } from '../kit/records/past.js';
import { Link } from '../ui/buttons/link.js';
import { Money, Time, useToday, useZone } from '../ui/display/figures.js';
import { dayHeading, dayIn, dayText, money } from '../ui/display/format.js';
import type { IconType } from '../ui/display/icon.js';
import { TimelineBubble, Timeline, TimelineDay, TimelineItem } from '../ui/display/timeline.js';
import { Banner } from '../ui/feedback/banner.js';
import { DescriptionList } from '../ui/layout/description.js';
import { Card } from '../ui/layout/surface.js';
import { rejectionText } from '../kit/texts/reasons.js';
import { translated } from '../words/i18n.js';
import { BillImage } from './bill-image.js';
import { BillBadge } from './bill-status.js';

/** Decisions and details of a bill, today or as of a past moment. */
export function BillFacts({ bill }: { bill: BillDetail }): ReactNode {
  return (
    <>
      <Card title={t`History`} bodyClassName="pt-2.5">
        <History steps={bill.history} />
      </Card>
      <Card title={t`Bill`} bodyClassName="stack gap-3 pt-3">
        <BillDetails bill={bill} />
      </Card>
    </>
  );
}

/** Amount, dates, note and picture of a bill. */
function BillDetails({ bill }: { bill: BillItem }): ReactNode {
  const today = useToday();
  const zone = useZone();
  const { type, amountPaise, spentOn, note, submittedBy, submittedAt } = bill;
  return (
    <>
      <DescriptionList
        items={[
          [t`Amount`, <Money paise={amountPaise} />],
          [t`Type`, translated(type)],
          [t`Date`, dayText(spentOn, today), 'num'],
          [t`Submitted by`, personName(submittedBy)],
          [t`Submitted on`, dayText(dayIn(zone, new Date(submittedAt)), today), 'num'],
          [t`Note`, note ?? (bill.isErased ? t`Erased` : t`None`), 'whitespace-pre-line'],
          ...(bill.isErased ? [[t`Picture`, t`Erased`] as const] : []),
        ]}
      />
      <BillPicture bill={bill} className="h-72 w-full" />
    </>
  );
}

/** Picture of a bill, with a warning of other bills that have the same one. */
export function BillPicture({
  bill: { billId, imageFileId, submittedBy },
  className,
}: {
  bill: BillItem;
  className: string;
}): ReactNode {
  const may = usePermissions();
  if (!imageFileId) return null;
  return (
    <>
      {may('GET /api/bills/:billId/same-picture') && (
        <HideOnPastDays>
          <SamePicture billId={billId} />
        </HideOnPastDays>
      )}
      <BillImage
        fileId={imageFileId}
        ownerName={personName(submittedBy)}
        className={className}
        isLarge
      />
    </>
  );
}

/** Warns of other bills with the same picture. */
function SamePicture({ billId }: { billId: string }): ReactNode {
  const today = useToday();
  const { data } = useQuery(answerOf('/api/bills/:billId/same-picture', ['bill-list'], { billId }));
  if (!data || data.bills.length === 0) return null;
  return (
    <Banner tone="warning" inset>
      <p>
        {plural(data.bills.length, {
          one: 'The same picture as another bill',
          other: 'The same picture as # other bills',
        })}
      </p>
      <ul>
        {data.bills.map(({ billId: id, submittedBy, spentOn, amountPaise }) => (
          <li key={id}>
            <Link to={`/bills/${id}`}>
              {[personName(submittedBy), dayText(spentOn, today), money(amountPaise)].join(', ')}
            </Link>
          </li>
        ))}
      </ul>
    </Banner>
  );
}

const statusIcons: Readonly<Record<BillStatus, IconType>> = {
  Pending: ReceiptText,
  Approved: CircleCheck,
  Rejected: CircleX,
};

function History({ steps }: { steps: readonly BillStep[] }): ReactNode {
  const today = useToday();
  const zone = useZone();
  const dayOf = ({ at }: BillStep): string => dayIn(zone, new Date(at));
  return (
    <Timeline label={t`History`}>
      {steps.map((step, index) => {
        const { at, by, from, to, reason } = step;
        const previousStep = steps[index - 1];
        return (
          <Fragment key={at + to}>
            {(!previousStep || dayOf(previousStep) !== dayOf(step)) && (
              <TimelineDay>{dayHeading(dayOf(step), today)}</TimelineDay>
            )}
            <TimelineItem node={statusIcons[to]}>
              <TimelineBubble actor={personName(by)} time={<Time at={at} as="clock" />}>
                <span className="row wrap gap-1.5">
                  {from ? (
                    <Trans>
                      <BillBadge status={from} /> to <BillBadge status={to} />
                    </Trans>
                  ) : (
                    <Trans>
                      Submitted: <BillBadge status={to} />
                    </Trans>
                  )}
                </span>
                {reason && <p className="whitespace-pre-line">{rejectionText(reason)}</p>}
              </TimelineBubble>
            </TimelineItem>
          </Fragment>
        );
      })}
    </Timeline>
  );
}
