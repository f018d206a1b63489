import { t } from '@lingui/core/macro';
import { SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { isMissing, isOutOfReach } from '../lib/query-client.js';
import { ButtonLink } from '../ui/button.js';
import { Page, TopBar } from '../ui/frame.js';
import { EmptyState, ErrorState, Loading, SkeletonCards } from '../ui/states.js';
import { many, type Noun, one } from './nouns.js';

interface RecordPageProps<Data> {
  /** What it is: "lead". */
  what: Noun;
  /** The list that it stands in. */
  list: string;
  record: Data | undefined;
  query: { readonly error: unknown; readonly refetch: () => Promise<unknown> };
  /** The catalogue's words for when only the server is out of reach. */
  failed: string;
  /** Why there may be none. */
  missing: string;
  /** What is there is asked for again first: a form that begins with old values would end in a conflict. */
  loading?: boolean;
  children: (record: Data) => ReactNode;
}

/** A record, or the shape of it while it comes, or why there is none. */
export function RecordPage<Data>({ what, list, record, query, failed, missing, loading = false, children }: RecordPageProps<Data>): ReactNode {
  const [name, several] = [one(what), many(what)];
  const title = name.charAt(0).toLocaleUpperCase() + name.slice(1);
  const back = { to: list, label: t`Back to ${several}` };
  const { error } = query;
  // what was known of one that is gone must not be shown any more
  if (error && (isMissing(error) || record === undefined)) {
    const outOfReach = isOutOfReach(error);
    return (
      <>
        <TopBar title={outOfReach ? title : t`${title} not found`} back={back} />
        <Page>
          <div className="card">
            {outOfReach ? (
              <ErrorState title={failed} onRetry={() => void query.refetch()} />
            ) : (
              <EmptyState title={t`${title} not found`} art={SearchX} action={<ButtonLink to={list}>{back.label}</ButtonLink>}>
                {missing}
              </EmptyState>
            )}
          </div>
        </Page>
      </>
    );
  }
  return (
    <Loading
      when={record === undefined || loading}
      label={t`Loading ${name}`}
      skeleton={
        <>
          <TopBar title={title} back={back} />
          <Page className="pt-2">
            <SkeletonCards count={3} />
          </Page>
        </>
      }
    >
      {() => record !== undefined && children(record)}
    </Loading>
  );
}
