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

/**
 * Follows the browser's history: a new page drops the entries after the current one, and Back or
 * Forward moves to a known entry. An unknown one, as after a reload, starts a new list.
 */
function updateEntries(entry: Entry, navigation: ReturnType<typeof useNavigationType>): void {
  if (entries[currentIndex]?.key === entry.key) return;
  const isBackOrForward = navigation === 'POP';
  const knownIndex = entries.findIndex(({ key }) => key === entry.key);
  if (isBackOrForward && knownIndex >= 0) {
    currentIndex = knownIndex;
    return;
  }
  if (isBackOrForward) entries = [];
  const entriesBefore = entries.slice(0, navigation === 'PUSH' ? currentIndex + 1 : currentIndex);
  entries = [...entriesBefore, entry];
  currentIndex = entries.length - 1;
}

/** The top-level page from which the shown one was opened. */
export function useOrigin(): Origin | undefined {
  const { key, pathname, search } = useLocation();
  const navigation = useNavigationType();
  const navigate = useNavigate();
  return useMemo(() => {
    updateEntries({ key, pathname, search }, navigation);
    const previous = entries[currentIndex - 1];
    const destination = destinations.find(({ to }) => to === previous?.pathname);
    if (!previous || !destination) return undefined;
    return {
      path: previous.pathname,
      to: previous.pathname + previous.search,
      label: t`Back to ${i18n._(destination.label)}`,
      goBack: () => void navigate(-1),
    };
  }, [key, pathname, search, navigation, navigate]);
}
