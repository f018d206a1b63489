import { useCallback, useEffect, useRef, useState } from 'react';
import { newId } from '../lib/api.js';
import { useDraft } from '../lib/drafts.js';

type Kept<Values> = { readonly id: string; readonly typed: Partial<Values> };

/**
 * What is typed into a short form: it survives a refusal, a lost network and a closed tab, until the server has said yes.
 * `id` is of what the form makes, the same at every attempt, so that what was sent twice is there once.
 */
export function useKeptValues<Values extends Readonly<Record<string, string>>>(form: string, begin: Values) {
  const { draft, keep, drop } = useDraft<Kept<Values>>(form);
  const [{ id, typed }, setNow] = useState<Kept<Values>>(() => ({ id: newId(), typed: {} }));
  const latest = useRef({ id, typed });
  const become = useCallback((next: Kept<Values>) => {
    latest.current = next;
    setNow(next);
  }, []);
  useEffect(() => {
    if (draft && Object.keys(latest.current.typed).length === 0) become(draft);
  }, [draft, become]);

  const set = useCallback(
    (changes: Partial<Values>) => {
      const next = { ...latest.current, typed: { ...latest.current.typed, ...changes } };
      become(next);
      keep(next);
    },
    [become, keep],
  );
  const done = useCallback(() => {
    drop();
    become({ id: newId(), typed: {} });
  }, [drop, become]);
  /** What was sent under the id is known to be another thing: what is typed now is one of its own. */
  const renew = useCallback(() => {
    const next = { ...latest.current, id: newId() };
    become(next);
    keep(next);
  }, [become, keep]);
  return { id, values: { ...begin, ...typed }, typed, set, done, renew, isRead: draft !== undefined };
}
