import { readStoredText, storeText } from '../../browser/stored-text.js';
import { identity } from '../../lib/account/identity.js';

const MAX_USED = 60;
const MAX_SHOWN = 4;

interface Frequent {
  readonly recent: readonly string[];
  readonly mostUsed: readonly string[];
}

/**
 * Records of one purpose, such as quoted products, with how often this account used each on this
 * device.
 */
export interface FrequentRecords {
  /** Ids of the records used last, and of those used most among the others. */
  read(): Frequent;
  addUse(ids: readonly string[]): void;
}

export function frequentRecords(purpose: string): FrequentRecords {
  const storageKey = (): string =>
    `fieldtrace.${purpose}|${identity().accountId ?? ''}|${identity().organizationId ?? ''}`;
  /** Latest first. */
  const readUsed = (): readonly (readonly [id: string, times: number])[] =>
    (readStoredText(storageKey()) ?? '')
      .split(' ')
      .map((entry) => entry.split('*'))
      .flatMap(([id = '', times]) => (id ? [[id, Number(times) || 1] as const] : []));
  return {
    read() {
      const usedRecords = readUsed();
      const mostUsed = usedRecords
        .slice(MAX_SHOWN)
        .filter(([, times]) => times > 1)
        .toSorted(([, one], [, other]) => other - one)
        .slice(0, MAX_SHOWN)
        .map(([id]) => id);
      return { recent: usedRecords.slice(0, MAX_SHOWN).map(([id]) => id), mostUsed };
    },
    addUse(usedIds) {
      const usedBefore = readUsed();
      const ids = [...new Set(usedIds)].filter((id) => id !== '');
      const updatedRecords = ids.map(
        (id) => [id, (usedBefore.find(([known]) => known === id)?.[1] ?? 0) + 1] as const,
      );
      const otherRecords = usedBefore.filter(([id]) => !ids.includes(id));
      const text = [...updatedRecords, ...otherRecords]
        .slice(0, MAX_USED)
        .map(([id, times]) => `${id}*${times}`)
        .join(' ');
      storeText(storageKey(), text || undefined);
    },
  };
}
