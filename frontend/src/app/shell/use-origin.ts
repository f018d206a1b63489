import { t } from '@lingui/core/macro';
import { useMemo } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router-dom';
import type { Origin } from '../../ui/layout/frame.js';
import { i18n } from '../../words/i18n.js';
import { destinations } from './navigation.js';

interface Entry {
  readonly key: string;
  readonly pathname: string;
  readonly search: string;
}

/** Entries of this tab's history, oldest first. Empty after a reload. */
let entries: readonly Entry[] = [];
let currentIndex = -1;

function noteEntry(entry: Entry, how: ReturnType<typeof useNavigationType>): void {
  if (entries[currentIndex]?.key === entry.key) return;
  const known = entries.findIndex(({ key }) => key === entry.key);
  if (how === 'POP' && known < 0) entries = [];
  if (how !== 'POP') entries = entries.slice(0, how === 'PUSH' ? currentIndex + 1 : currentIndex);
  if (known < 0 || how !== 'POP') entries = [...entries, entry];
  currentIndex = how === 'POP' && known >= 0 ? known : entries.length - 1;
}

/** The top-level page from which the shown one was opened. */
export function useOrigin(): Origin | undefined {
  const { key, pathname, search } = useLocation();
  const how = useNavigationType();
  const navigate = useNavigate();
  return useMemo(() => {
    noteEntry({ key, pathname, search }, how);
    const before = entries[currentIndex - 1];
    const destination = destinations.find(({ to }) => to === before?.pathname);
    if (!before || !destination) return undefined;
    return {
      path: before.pathname,
      to: before.pathname + before.search,
      label: t`Back to ${i18n._(destination.label)}`,
      goBack: () => void navigate(-1),
    };
  }, [key, pathname, search, how, navigate]);
}
