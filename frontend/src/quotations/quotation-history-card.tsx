import { msg, t } from '@lingui/core/macro';
import { CircleCheck, CircleX, Eye, FileText, MessageCircle, Share2 } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import type { QuotationHistoryEntry } from '#domain/quotations/quotation.views.js';
import { unknownSentence } from '../kit/texts/event-sentences.js';
import { useIsHighlighted } from '../lib/live/live.js';
import { Button } from '../ui/buttons/button.js';
import { Time, useToday, useZone } from '../ui/display/figures.js';
import { dayHeading, dayIn } from '../ui/display/format.js';
import type { IconType } from '../ui/display/icon.js';
import { LiveIndicator } from '../ui/display/live-indicator.js';
import { QueryStates, SkeletonRows } from '../ui/feedback/states.js';
import { Timeline, TimelineDay, TimelineItem, TimelineText } from '../ui/display/timeline.js';
import { Card, InlineList } from '../ui/layout/surface.js';
import { i18n, type Names, translated } from '../words/i18n.js';
import { useQuotationHistory } from './quotation-records.js';

const stepNames: Readonly<Partial<Names<string>>> = {
  QuotationDrafted: msg`Saved`,
  QuotationDiscarded: msg`Draft discarded`,
  QuotationSent: msg`Sent`,
  QuotationPdfMade: msg`PDF made`,
  QuotationPdfFailed: msg`PDF not made`,
  QuotationPdfRetried: msg`PDF ordered again`,
  QuotationShared: msg`Shared`,
  QuotationLinkRevoked: msg`Link revoked`,
  QuotationViewed: msg`Viewed by the customer`,
  QuestionAsked: msg`Question of the customer`,
  QuotationAccepted: msg`Accepted`,
  AcceptedCopyMade: msg`Accepted copy made`,
  QuotationDeclined: msg`Declined by the customer`,
  QuotationRejected: msg`Marked as rejected`,
  QuotationExpired: msg`Expired`,
  QuotationReassigned: msg`Given to another member`,
  QuotationClosed: msg`Ended with its lead`,
  QuotationErased: msg`Erased`,
};
function stepText({ type }: QuotationHistoryEntry): string {
  const name = stepNames[type];
  return name ? i18n._(name) : unknownSentence();
}
const stepIcons: Readonly<Record<string, IconType>> = {
  QuotationShared: Share2,
  QuotationViewed: Eye,
  QuestionAsked: MessageCircle,
  QuotationAccepted: CircleCheck,
  QuotationDeclined: CircleX,
  QuotationRejected: CircleX,
};

/** History of a quotation, newest step first. */
export function QuotationHistoryCard({ quotationId }: { quotationId: string }): ReactNode {
  const today = useToday();
  const zone = useZone();
  const history = useQuotationHistory(quotationId);
  const steps = history.items;
  const dayOf = ({ at }: QuotationHistoryEntry): string => dayIn(zone, new Date(at));
  return (
    <Card title={t`History`} bodyClassName="pt-2.5">
      <QueryStates
        inCard
        query={history}
        failed={t`Failed to load history`}
        label={t`Loading history`}
        skeleton={<SkeletonRows count={3} />}
      >
        {() => (
          <Timeline label={t`History`}>
            {steps.map((step, index) => {
              const previous = steps[index - 1];
              return (
                <Fragment key={step.entryId}>
                  {(!previous || dayOf(previous) !== dayOf(step)) && (
                    <TimelineDay>{dayHeading(dayOf(step), today)}</TimelineDay>
                  )}
                  <Step step={step} />
                </Fragment>
              );
            })}
          </Timeline>
        )}
      </QueryStates>
      {history.hasNextPage && (
        <Button
          kind="ghost"
          block
          busy={history.isFetchingNextPage}
          onClick={() => history.fetchNextPage()}
        >
          {t`Load earlier`}
        </Button>
      )}
    </Card>
  );
}

function Step({ step }: { step: QuotationHistoryEntry }): ReactNode {
  const highlighted = useIsHighlighted(step.entryId);
  return (
    <TimelineItem node={stepIcons[step.type] ?? FileText} highlighted={highlighted}>
      <TimelineText actor={step.by?.name} time={<Time at={step.at} as="clock" />}>
        <InlineList
          items={[
            stepText(step),
            step.version !== undefined && t`Version ${step.version}`,
            step.method !== undefined && translated(step.method),
            highlighted && <LiveIndicator live>{t`Just now`}</LiveIndicator>,
          ]}
        />
      </TimelineText>
      {step.text && <p className="label whitespace-pre-line">{step.text}</p>}
    </TimelineItem>
  );
}
