import { msg } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useReach } from '../../lib/server/network.js';
import { isMissing, isBeingCreated, isServerUnreachable } from '../../lib/query-client.js';
import { ButtonLink } from '../../ui/buttons/button.js';
import { Screen } from '../../ui/layout/frame.js';
import { Spinner } from '../../ui/display/icon.js';
import { EmptyState, ErrorState, Loading, SkeletonCards } from '../../ui/feedback/states.js';
import { DraftsOfGoneRecord } from '../offline/draft-of-record.js';
import { useHasOverlay } from '../../ui/overlays/overlay-history.js';
import { i18n, translated } from '../../words/i18n.js';
import type { Records } from './record-query.js';

const textsOfKinds = {
  bill: {
    title: msg`Bill`,
    back: msg`Back to bills`,
    loading: msg`Loading bill`,
    notFound: msg`Bill not found`,
  },
  customer: {
    title: msg`Customer`,
    back: msg`Back to customers`,
    loading: msg`Loading customer`,
    notFound: msg`Customer not found`,
  },
  lead: {
    title: msg`Lead`,
    back: msg`Back to leads`,
    loading: msg`Loading lead`,
    notFound: msg`Lead not found`,
  },
  offer: {
    title: msg`Offer`,
    back: msg`Back to offers`,
    loading: msg`Loading offer`,
    notFound: msg`Offer not found`,
  },
  package: {
    title: msg`Package`,
    back: msg`Back to packages`,
    loading: msg`Loading package`,
    notFound: msg`Package not found`,
  },
  'quotation-detail': {
    title: msg`Quotation`,
    back: msg`Back to quotations`,
    loading: msg`Loading quotation`,
    notFound: msg`Quotation not found`,
  },
  product: {
    title: msg`Product`,
    back: msg`Back to products`,
    loading: msg`Loading product`,
    notFound: msg`Product not found`,
  },
};

interface RecordPageProps<Data> {
  /** Noun of the record: "lead". */
  noun: keyof typeof textsOfKinds;
  /** Address of the list. */
  list: string;
  id: string;
  record: Data | undefined;
  query: {
    readonly error: unknown;
    readonly refetch: () => Promise<unknown>;
    readonly isFetching: boolean;
    readonly isFetchedAfterMount: boolean;
  };
  /** Text if the server is unreachable. */
  failed: string;
  /** Text if the record is missing. */
  missing: string;
  /** Reloads a stored record first, because a form on old values would conflict. */
  isReloaded?: boolean;
  children: (record: Data) => ReactNode;
}

/**
 * Page of a record, with its placeholder and its error states. A dialog that is open when the
 * record is deleted or reassigned stays open, with its typed text, over the error page.
 */
export function RecordPage<Data>({
  noun,
  list,
  id,
  record,
  query,
  failed,
  missing,
  isReloaded = false,
  children,
}: RecordPageProps<Data>): ReactNode {
  const isReached = useReach() === 'online';
  const hasOverlay = useHasOverlay();
  const isWithinWait = useIsWithin(RELOAD_WAIT_MS);
  const [title, notFound] = [i18n._(textsOfKinds[noun].title), i18n._(textsOfKinds[noun].notFound)];
  const back = { to: list, label: i18n._(textsOfKinds[noun].back) };
  // keep the "being created" state across refetches
  const lastError = useRef(query.error);
  if (query.error || record !== undefined) lastError.current = query.error;
  const error = isBeingCreated(lastError.current) ? lastError.current : query.error;
  const page = (name: string, content: ReactNode, className?: string): ReactNode => (
    <Screen title={name} back={back} pageClassName={className}>
      {content}
    </Screen>
  );
  const pageOfError = (): ReactNode => {
    if (isBeingCreated(error))
      return page(
        title,
        <div className="card card-b row gap-3" role="status">
          <Spinner />
          {translated(error.detail)}
        </div>,
      );
    const isUnreachable = isServerUnreachable(error);
    return page(
      isUnreachable ? title : notFound,
      <>
        <div className="card">
          {isUnreachable ? (
            <ErrorState title={failed} error={error} onRetry={() => void query.refetch()} />
          ) : (
            <EmptyState
              title={notFound}
              art={SearchX}
              action={<ButtonLink to={list}>{back.label}</ButtonLink>}
            >
              {missing}
            </EmptyState>
          )}
        </div>
        {!isUnreachable && <DraftsOfGoneRecord id={id} />}
      </>,
    );
  };
  // never show a record that is gone or reassigned
  const isGone = Boolean(error) && (isMissing(error) || record === undefined);
  // a later overlay does not mount the gone record again
  const [isClosed, setClosed] = useState(isGone);
  const isClosedNow = isGone && (isClosed || !hasOverlay);
  if (isClosedNow !== isClosed) setClosed(isClosedNow);
  const staysBelowOverlay = record !== undefined && !isClosedNow;
  const awaitsReload =
    isReloaded && isReached && isWithinWait && query.isFetching && !query.isFetchedAfterMount;
  return (
    <>
      {isGone && pageOfError()}
      {(!isGone || staysBelowOverlay) && (
        <div className="contents" hidden={isGone}>
          <Loading
            when={record === undefined || awaitsReload}
            label={i18n._(textsOfKinds[noun].loading)}
            skeleton={page(title, <SkeletonCards count={3} />, 'pt-2')}
          >
            {() => record !== undefined && children(record)}
          </Loading>
        </div>
      )}
    </>
  );
}

/** Longest wait of a form for the current record, before it starts with the stored one. */
const RELOAD_WAIT_MS = 2_000;

/** Whether the component was mounted less than `ms` ago. */
function useIsWithin(ms: number): boolean {
  const [hasPassed, setPassed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setPassed(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return !hasPassed;
}

/** Interval of polling for a record that is being created, in case no push arrives. */
const POLL_MS = 1_000;

export interface OpenedRecordProps<Data extends { readonly revision: number }> extends Pick<
  RecordPageProps<Data>,
  'failed' | 'missing' | 'isReloaded'
> {
  records: Records<Data, RecordPageProps<Data>['noun']>;
  id: string;
  children: (record: Data, stale: { readonly failed: boolean; readonly at: number }) => ReactNode;
}

/** Record of the address, fetched and rendered by `children`. */
export function OpenedRecord<Data extends { readonly revision: number }>({
  records,
  id,
  isReloaded,
  children,
  ...props
}: OpenedRecordProps<Data>): ReactNode {
  const query = useQuery({
    ...records.query(id),
    refetchOnMount: isReloaded ? 'always' : true,
    refetchInterval: ({ state }) => (isBeingCreated(state.error) ? POLL_MS : false),
  });
  return (
    <RecordPage
      key={id}
      {...props}
      id={id}
      noun={records.kind}
      list={`/${records.list}`}
      record={query.data}
      query={query}
      isReloaded={isReloaded}
    >
      {(record) => children(record, { failed: query.isError, at: query.dataUpdatedAt })}
    </RecordPage>
  );
}
