import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { AuditStatements, LogProof } from '#domain/audit/audit.views.js';
import { Link } from '../ui/buttons/link.js';
import { useToday, useZone } from '../ui/display/figures.js';
import { dayIn, dayText, exactText, grouped } from '../ui/display/format.js';
import { QueryStates, SkeletonCards } from '../ui/feedback/states.js';
import { DescriptionList } from '../ui/layout/description.js';
import { i18n } from '../words/i18n.js';
import { kindNames } from './audit-names.js';
import { LogProofParts } from './proofs/log-proof-parts.js';

/** Polling interval while the server still counts events. */
const COUNTING_INTERVAL_MS = 2_000;

/** Facts of the statements. Polled until everything is counted. */
export const useStatements = (
  queryKey: readonly unknown[],
  fetchFacts: (signal: AbortSignal) => Promise<AuditStatements>,
  enabled = true,
) =>
  useQuery({
    queryKey,
    queryFn: ({ signal }) => fetchFacts(signal),
    enabled,
    staleTime: Infinity,
    gcTime: 0,
    refetchInterval: ({ state }) => (state.data?.isCounting ? COUNTING_INTERVAL_MS : false),
  });

interface StatementsQueryProps {
  query: ReturnType<typeof useStatements>;
  /** Address of the register of erasures. */
  registerTo: string;
  /** Address of the screen that checks proofs; readers of links have none. */
  checkTo?: string;
}

export function StatementsQuery({ query, ...addresses }: StatementsQueryProps): ReactNode {
  return (
    <QueryStates
      query={query}
      failed={t`Failed to load the auditor’s page`}
      label={t`Loading the auditor’s page`}
      skeleton={<SkeletonCards />}
    >
      {(facts) => <Statements facts={facts} {...addresses} />}
    </QueryStates>
  );
}

interface StatementProps {
  number: number;
  title: string;
  text: string;
  evidence: readonly (readonly [name: string, content: ReactNode, className?: string])[];
  children?: ReactNode;
}

/** Statement with the evidence for it. */
function Statement({ number, title, text, evidence, children }: StatementProps): ReactNode {
  const id = `statement-${number}`;
  return (
    <section className="card keep-whole" aria-labelledby={id}>
      <div className="card-b flex gap-4">
        <span
          className="num grid size-8 flex-none place-items-center rounded-full bg-press font-strong"
          aria-hidden="true"
        >
          {number}
        </span>
        <div className="stack min-w-0 grow gap-3">
          <div>
            <h2 id={id} className="t3 pt-1">
              {title}
            </h2>
            <p className="label pt-1 text-ink-2">{text}</p>
          </div>
          <DescriptionList items={evidence} />
          {children}
        </div>
      </div>
    </section>
  );
}

const Code = ({ children }: { children: string }): ReactNode => (
  <code className="text-meta break-all">{children}</code>
);

/** Facts about the newest checkpoint. */
function checkpointEvidence(
  { newest, checkedAt, stoppedSince }: LogProof,
  exactTimeOf: (at: string) => string,
): StatementProps['evidence'] {
  if (!newest)
    return [[t`Verified to event`, t`Not verified yet. The first checkpoint is signed soon.`]];
  return [
    [
      t`Verified to event`,
      t`${grouped(newest.size)} of the whole log, ${exactTimeOf(newest.at)}`,
      'num whitespace-normal',
    ],
    ...(stoppedSince === undefined
      ? []
      : [
          [
            t`Stopped`,
            t`Something did not fit on ${exactTimeOf(stoppedSince)}. No new checkpoint is signed.`,
            'font-medium text-danger-ink',
          ] as const,
        ]),
    ...(checkedAt === undefined
      ? []
      : [[t`Last checked`, exactTimeOf(checkedAt), 'tabular-nums'] as const]),
    [t`Root`, <Code>{newest.root}</Code>],
  ];
}

interface StatementsProps extends Omit<StatementsQueryProps, 'query'> {
  facts: AuditStatements;
}

/** The four statements that an auditor asks for (Companies (Accounts) Rules 2014, rule 11(g)). */
function Statements({ facts, registerTo, checkTo }: StatementsProps): ReactNode {
  const { first, newest, kinds, isCounting, erasures, period, proof } = facts;
  const today = useToday();
  const zone = useZone();
  const exactTimeOf = (at: string): string => exactText(new Date(at), zone);
  const since = first && dayText(dayIn(zone, new Date(first.at)), '');
  const events = grouped(kinds.reduce((sum, { events: countOfKind }) => sum + countOfKind, 0));
  const countedTitle = period
    ? t`All ${events} events of this period are recorded`
    : t`All ${events} events are recorded`;
  const stillCounting = t`Still counting. This page goes on by itself.`;
  return (
    <div className="stack gap-4">
      <p className="meta">
        {t`Prepared on ${exactTimeOf(facts.preparedAt)}. Companies (Accounts) Rules 2014, rule 3(1); Companies (Audit and Auditors) Rules 2014, rule 11(g).`}
        {period && ` ${t`Period: ${dayText(period.from, today)} to ${dayText(period.to, today)}.`}`}
      </p>
      <Statement
        number={1}
        title={since ? t`Recording has been on since ${since}` : t`Recording is always on`}
        text={t`Every change of a record is made by recording it as an event. There is no switch that turns it off: without its event a change does not happen.`}
        evidence={[
          [t`First event`, first ? exactTimeOf(first.at) : stillCounting, 'tabular-nums'],
          ...(first
            ? [
                [t`Event id`, <Code>{first.eventId}</Code>] as const,
                [t`Hash`, <Code>{first.hash}</Code>] as const,
              ]
            : []),
        ]}
      />
      <Statement
        number={2}
        title={isCounting ? t`More than ${events} events are recorded` : countedTitle}
        text={t`Each has who did it, in which role, when it was recorded and when it happened. The events of a record are numbered without a gap.`}
        evidence={[
          ...(newest ? [[t`Newest event`, exactTimeOf(newest.at), 'tabular-nums'] as const] : []),
          ...(isCounting ? [[t`Events`, stillCounting] as const] : []),
        ]}
      >
        {kinds.length > 0 && (
          <table
            className="text-label sm:max-w-96 print:[&_:is(th,td)]:py-0.5"
            aria-label={t`Events by kind of record`}
          >
            <thead>
              <tr className="text-meta text-ink-3 *:shadow-line-b">
                <th scope="col" className="py-1.5 text-left font-regular">{t`Records`}</th>
                <th scope="col" className="py-1.5 text-right font-regular">{t`Events`}</th>
              </tr>
            </thead>
            <tbody>
              {kinds.map(({ kind, events: countOfKind }) => (
                <tr key={kind} className="*:shadow-line-b">
                  <th scope="row" className="py-1.5 text-left font-regular">
                    {i18n._(kindNames[kind])}
                  </th>
                  <td className="num py-1.5 text-right">{grouped(countOfKind)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Statement>
      <Statement
        number={3}
        title={t`No event can be altered unseen`}
        text={t`Each event holds the hash of the event before it in its record. Changing, removing or inserting one breaks every hash that follows.`}
        evidence={[
          ...checkpointEvidence(proof, exactTimeOf),
          ...(newest
            ? [
                [t`Newest event`, <Code>{newest.eventId}</Code>] as const,
                [t`Hash`, <Code>{newest.hash}</Code>] as const,
              ]
            : []),
        ]}
      >
        <LogProofParts proof={proof} checkTo={checkTo} />
      </Statement>
      <Statement
        number={4}
        title={since ? t`Everything is kept since ${since}` : t`Everything is kept`}
        text={t`The law asks for eight years. No screen and no command removes an event, not even of a deleted record. An erasure makes personal data unreadable and leaves the event.`}
        evidence={[
          [
            t`Erasures`,
            erasures === 0 ? (
              t`None`
            ) : (
              <Link to={registerTo} className="link num">
                {grouped(erasures)}
              </Link>
            ),
          ],
        ]}
      />
    </div>
  );
}
