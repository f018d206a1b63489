import { t } from '@lingui/core/macro';
import { Lock } from 'lucide-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import type { LeadDetail } from '#domain/leads/lead.views.js';
import type { QuotationDetail } from '#domain/quotations/quotation.views.js';
import { LeadPicker } from '../../kit/leads/lead-picker.js';
import { leadRecords } from '../../kit/leads/lead-record.js';
import { useCanQuote } from '../../kit/leads/use-can-quote.js';
import { isNewQuotation } from '../../kit/offline/queued-commands.js';
import { useRefusedCommand, useRefusedId } from '../../kit/offline/resubmitted.js';
import { OpenedRecord } from '../../kit/records/record-page.js';
import { personName } from '../../kit/team/person-name.js';
import { useMe } from '../../lib/account/session.js';
import { ButtonLink } from '../../ui/buttons/button.js';
import { useToday } from '../../ui/display/figures.js';
import { EmptyState, QueryStates, SkeletonCards } from '../../ui/feedback/states.js';
import { Screen } from '../../ui/layout/frame.js';
import { Builder, type BuilderProps } from './builder.js';
import { copiedValues, emptyValues, savedValues } from './builder-values.js';
import { quotationRecords, useQuotationSettings } from '../../kit/quotations/quotation-record.js';

/** `/quotations/new`, with an optional `leadId` and `copyOf`, and `/quotations/{id}/edit`. */
export default function BuilderPage(): ReactNode {
  const { quotationId } = useParams();
  const [params] = useSearchParams();
  const refusedId = useRefusedId();
  const leadId = params.get('leadId') ?? '';
  const copyOf = params.get('copyOf');
  if (quotationId !== undefined) return <EditedQuotation key={quotationId} id={quotationId} />;
  if (leadId === '' && refusedId === null) return <ChooseLead />;
  const key = `${leadId} ${copyOf} ${refusedId}`;
  return copyOf === null ? (
    <NewQuotation key={key} leadId={leadId} />
  ) : (
    <CopiedQuotation key={key} leadId={leadId} copyOf={copyOf} />
  );
}

/** First step of a quotation that was not started from a lead. */
function ChooseLead(): ReactNode {
  const { account } = useMe();
  const [, setParams] = useSearchParams();
  const mayQuoteAllLeads = useCanQuote(undefined);
  return (
    <Screen
      title={t`New quotation`}
      back={{ to: '/quotations', label: t`Back to quotations` }}
      pageClassName="w-full md:max-w-160!"
    >
      <LeadPicker
        to="/quotations/new"
        member={mayQuoteAllLeads ? undefined : account.id}
        isSavedOnly
        onPick={({ leadId }) => setParams({ leadId }, { replace: true })}
      />
    </Screen>
  );
}

const missingText = (): string => t`There is no such quotation, or it is a colleague's.`;

function NewQuotation({ leadId }: { leadId: string }): ReactNode {
  const refused = useRefusedCommand(isNewQuotation);
  const today = useToday();
  return (
    <LoadedLead leadId={leadId}>
      {(lead, settings) => (
        <BuilderOfNewQuotation
          {...lead}
          settings={settings}
          refused={refused}
          makeInitialValues={() =>
            refused ? savedValues(refused.data, settings, today) : emptyValues(settings, today)
          }
        />
      )}
    </LoadedLead>
  );
}

function CopiedQuotation({ leadId, copyOf }: { leadId: string; copyOf: string }): ReactNode {
  const today = useToday();
  return (
    <OpenedRecord
      records={quotationRecords}
      id={copyOf}
      failed={t`Failed to load quotation`}
      missing={missingText()}
    >
      {(quotation) => (
        <LoadedLead leadId={leadId}>
          {(lead, settings) => (
            <BuilderOfNewQuotation
              {...lead}
              settings={settings}
              copiedFrom={copyOf}
              products={quotation.products}
              makeInitialValues={() => copiedValues(quotation, settings, today)}
            />
          )}
        </LoadedLead>
      )}
    </OpenedRecord>
  );
}

const EditedQuotation = ({ id }: { id: string }): ReactNode => (
  <OpenedRecord
    records={quotationRecords}
    id={id}
    failed={t`Failed to load quotation`}
    missing={missingText()}
    isReloaded
  >
    {(quotation) => <EditQuotation quotation={quotation} />}
  </OpenedRecord>
);

function EditQuotation({ quotation }: { quotation: QuotationDetail }): ReactNode {
  // decided once, at opening: after an acceptance during the edit, typed values stay and the server
  // refuses to save
  const [isLocked] = useState(quotation.status === 'Accepted');
  const { quotationId, leadId, customerName } = quotation;
  return isLocked ? (
    <NotEditable
      name={customerName}
      back={`/quotations/${quotationId}`}
      title={t`This quotation was accepted and cannot be changed`}
      action={
        <ButtonLink to={`/quotations/new?leadId=${leadId}&copyOf=${quotationId}`}>
          {t`New quotation from this`}
        </ButtonLink>
      }
    />
  ) : (
    <LoadedLead leadId={quotation.leadId}>
      {(lead, settings) => (
        <Builder
          {...lead}
          settings={settings}
          quotation={quotation}
          products={quotation.products}
        />
      )}
    </LoadedLead>
  );
}

/** Screen that says why the quotation cannot be edited. */
const NotEditable = ({
  name,
  back,
  ...reason
}: Pick<ComponentProps<typeof EmptyState>, 'title' | 'action'> & {
  name: string;
  back: string;
}): ReactNode => (
  <Screen title={name} back={{ to: back, label: t`Close` }}>
    <div className="card">
      <EmptyState art={Lock} {...reason} />
    </div>
  </Screen>
);

/** Builder of a new quotation, whose initial values stay through all renders. */
function BuilderOfNewQuotation({
  makeInitialValues,
  ...props
}: Omit<BuilderProps, 'values'> & {
  makeInitialValues: () => BuilderProps['values'];
}): ReactNode {
  const [values] = useState(makeInitialValues);
  return <Builder {...props} values={values} />;
}

type LeadProps = Pick<BuilderProps, 'leadId' | 'assignee' | 'customer'>;

/** Loads the lead and the settings that a quotation is made from. */
function LoadedLead({
  leadId,
  children,
}: {
  leadId: string;
  children: (lead: LeadProps, settings: BuilderProps['settings']) => ReactNode;
}): ReactNode {
  return (
    <OpenedRecord
      records={leadRecords}
      id={leadId}
      failed={t`Failed to load lead details`}
      missing={t`It was deleted, or it is not one of yours.`}
    >
      {(lead) => <IfMayQuote lead={lead}>{children}</IfMayQuote>}
    </OpenedRecord>
  );
}

/** Renders the builder for members who may quote the lead, and a refusal for all others. */
function IfMayQuote({
  lead: { leadId, name, city, siteName, place, assignedTo },
  children,
}: Pick<ComponentProps<typeof LoadedLead>, 'children'> & { lead: LeadDetail }): ReactNode {
  const settings = useQuotationSettings();
  // decided once, at opening: after a reassignment during the edit, typed values stay and the
  // server refuses to save
  const mayQuote = useCanQuote(assignedTo);
  const [isLocked] = useState(!mayQuote);
  const back = `/leads/${leadId}`;
  const assignee = personName(assignedTo);
  if (isLocked)
    return (
      <NotEditable
        name={name}
        back={back}
        title={t`Quotations of this lead are made by ${assignee}, admins and finance`}
      />
    );
  if (settings.data)
    return children(
      {
        leadId,
        assignee: assignedTo.name,
        customer: { name, city, siteName, address: place?.address },
      },
      settings.data,
    );
  return (
    <Screen title={name} back={{ to: back, label: t`Close` }}>
      <QueryStates
        query={settings}
        failed={t`Failed to load the settings of quotations`}
        label={t`Loading settings`}
        skeleton={<SkeletonCards count={3} />}
      >
        {() => null}
      </QueryStates>
    </Screen>
  );
}
