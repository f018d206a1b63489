import { t } from '@lingui/core/macro';
import type { UseQueryResult } from '@tanstack/react-query';
import { CircleAlert, RefreshCw } from 'lucide-react';
import { useEffect, useRef, useState, type CSSProperties, type ReactNode } from 'react';
import { Button } from '../buttons/button.js';
import { hasFailed } from './has-failed.js';
import { Icon, type IconType, Spinner } from '../display/icon.js';
import { useIsOffline } from '../../browser/media.js';

/** Delay before the skeleton appears, and the shortest time for which it is shown. */
const SKELETON_MS = { delay: 300, minDuration: 400 };

/** Whether to show the skeleton: not for quick answers, and at least for the shortest time. */
function useSkeleton(loading: boolean): boolean {
  const [isShown, setShown] = useState(false);
  const shownAt = useRef(0);
  useEffect(() => {
    if (loading === isShown) return undefined;
    const wait = loading
      ? SKELETON_MS.delay
      : Math.max(0, SKELETON_MS.minDuration - (performance.now() - shownAt.current));
    const timer = setTimeout(() => {
      shownAt.current = performance.now();
      setShown(loading);
    }, wait);
    return () => clearTimeout(timer);
  }, [loading, isShown]);
  return isShown;
}

interface LoadingProps {
  /** Set while there is nothing to show. A refetch is not loading. */
  when: boolean;
  /** Placeholder with the shape of the content. */
  skeleton: ReactNode;
  label?: string;
  children: () => ReactNode;
}

/** Nothing for 300 ms, then the skeleton for at least 400 ms, then the content. */
export function Loading({ when, skeleton, label = t`Loading`, children }: LoadingProps): ReactNode {
  const isShown = useSkeleton(when);
  if (isShown) {
    return (
      <div role="status" aria-label={label}>
        {skeleton}
      </div>
    );
  }
  return when ? <div aria-busy="true">{/* empty, but in the same place */}</div> : children();
}

/** Bar of a placeholder. */
export function Skeleton({
  width,
  height = '1rem',
}: Pick<CSSProperties, 'width' | 'height'>): ReactNode {
  return <span className="block animate-bone rounded-badge bg-bone" style={{ width, height }} />;
}

/** Placeholder cards. `className`: their layout. */
export function SkeletonCards({
  count = 4,
  className = 'stack gap-2',
}: {
  count?: number;
  className?: string;
}): ReactNode {
  return (
    <div className={className}>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className="card card-b stack gap-2.5">
          <div className="row between">
            <Skeleton width="46%" />
            <Skeleton width="22%" />
          </div>
          <Skeleton width="60%" height="0.8125rem" />
          <div className="row">
            <Skeleton width="5rem" height="1.375rem" />
            <Skeleton width="6rem" height="1.375rem" />
          </div>
        </div>
      ))}
    </div>
  );
}

/** Placeholder rows of a table. */
export function SkeletonRows({ count = 8 }: { count?: number }): ReactNode {
  return (
    <div className="card rows">
      <div className="h-9.5" />
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className="row h-14 gap-8 px-3">
          <span className="stack w-1/4 gap-2">
            <Skeleton width="80%" height="0.875rem" />
            <Skeleton width="60%" height="0.75rem" />
          </span>
          {[0, 1, 2].map((column) => (
            <span key={column} className="grow">
              <Skeleton width="70%" height="1.25rem" />
            </span>
          ))}
        </div>
      ))}
    </div>
  );
}

/** Spinner of a page whose content is unknown. Inside a button use the button's own. */
export function FullPageSpinner({ children }: { children: ReactNode }): ReactNode {
  return (
    <div className="grid min-h-dvh place-items-center" role="status">
      <span className="label flex items-center gap-3 text-ink-2">
        <Spinner />
        {children}
      </span>
    </div>
  );
}

/** Classes of an empty state. */
const emptyClass = 'empty flex flex-col items-center gap-1.5 px-6 py-12 text-center';
const emptyTextClass = 'max-w-88 text-label/[1.4] text-balance text-ink-2';

interface EmptyProps {
  title: string;
  /** Purpose of this list or part, in one sentence. */
  children?: ReactNode;
  action?: ReactNode;
  /**
   * `trace` drawing for first use, an icon for a filter without matches, neither for a day without
   * work.
   */
  art?: 'trace' | IconType;
  level?: 2 | 3;
}

export function EmptyState({ title, children, action, art, level = 2 }: EmptyProps): ReactNode {
  const Title = `h${level}` as const;
  return (
    <div className={emptyClass}>
      {art === 'trace' ? (
        <UnfinishedTrace />
      ) : (
        art && <Icon icon={art} size="l" className="mb-1 text-ink-2" />
      )}
      <Title className="t3">{title}</Title>
      {children && <p className={emptyTextClass}>{children}</p>}
      {action && <div className="mt-6">{action}</div>}
    </div>
  );
}

/** Drawing of an unfinished trace. */
function UnfinishedTrace(): ReactNode {
  return (
    <svg
      className="mb-3 size-18 text-ink-3"
      viewBox="0 0 72 72"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path d="M20 8v56" strokeDasharray="1 6" />
      <circle cx="20" cy="20" r="5" fill="var(--color-canvas)" />
      <circle cx="20" cy="40" r="5" fill="var(--color-canvas)" />
      <path d="M34 20h24M34 40h14" strokeDasharray="1 6" />
      <circle cx="20" cy="60" r="5" stroke="var(--color-accent)" fill="var(--color-accent-soft)" />
      <path d="M34 60h18" stroke="var(--color-accent)" />
    </svg>
  );
}

interface ErrorStateProps {
  /** Title, from the word catalogue. */
  title: string;
  /** Text that says which data is safe. */
  children?: ReactNode;
  onRetry: () => void;
  /** Label of the button that retries; "Retry" by default. */
  retry?: string;
  busy?: boolean;
  level?: 2 | 3;
  /** Reason of the failure; its reference in the log is shown, if it has one. */
  error?: unknown;
}

/** Reference of the failed request in the server's log, if the server has named one. */
const referenceOf = (error: unknown): string | undefined =>
  error instanceof Error && 'reference' in error && typeof error.reference === 'string'
    ? error.reference
    : undefined;

/** Error in place of the failed part. */
export function ErrorState({
  title,
  children,
  onRetry,
  retry = t`Retry`,
  busy = false,
  level = 2,
  error,
}: ErrorStateProps): ReactNode {
  const Title = `h${level}` as const;
  const isOffline = useIsOffline();
  const reference = referenceOf(error);
  const why = isOffline
    ? t`No network. This is not on this device yet. Nothing you entered is lost.`
    : t`The server did not answer. Nothing you entered is lost.`;
  return (
    <div className={emptyClass} role="alert">
      <Icon icon={CircleAlert} size="l" className="text-danger-mark" />
      <Title className="t3">{title}</Title>
      <p className={emptyTextClass}>{children ?? why}</p>
      <Button icon={RefreshCw} busy={busy} onClick={onRetry} className="mt-3.5">
        {retry}
      </Button>
      {reference && (
        <p className="mt-3 text-meta text-ink-2">
          {t`For support:`} <span className="num select-all">{reference}</span>
        </p>
      )}
    </div>
  );
}

interface QueryStatesProps<Data> {
  query: Pick<
    UseQueryResult,
    'isError' | 'error' | 'errorUpdateCount' | 'isFetching' | 'refetch'
  > & {
    readonly data: Data | undefined;
  };
  /** Title if loading failed, from the word catalogue. */
  failed: string;
  /** Label of the button that retries; "Retry" by default. */
  retry?: string | undefined;
  label: string;
  /** Placeholder with the shape of the content. */
  skeleton: ReactNode;
  /** Whether it is inside a card already. */
  inCard?: boolean;
  /** Heading level of the error. */
  level?: 2 | 3;
  /** Whether data shown together with this is still loading. */
  isWaiting?: boolean;
  children: (data: Data) => ReactNode;
}

/**
 * Renders data, a placeholder, or an error with a retry. Data stays during a refetch and after its
 * failure.
 */
export function QueryStates<Data>({
  query,
  failed,
  retry,
  label,
  skeleton,
  inCard = false,
  level = inCard ? 3 : 2,
  isWaiting = false,
  children,
}: QueryStatesProps<Data>): ReactNode {
  const { data } = query;
  if (hasFailed({ ...query, isPlaceholderData: false })) {
    return (
      <div className={inCard ? undefined : 'card'}>
        <ErrorState
          level={level}
          title={failed}
          retry={retry}
          busy={query.isFetching}
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      </div>
    );
  }
  return (
    <Loading when={data === undefined || isWaiting} skeleton={skeleton} label={label}>
      {() => data !== undefined && children(data)}
    </Loading>
  );
}
