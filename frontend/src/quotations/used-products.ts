import { readStoredText, storeText } from '../browser/stored-text.js';
import { identity } from '../lib/account/identity.js';

const MAX_USED = 60;
const MAX_SHOWN = 4;
const storageKey = (): string =>
  `fieldtrace.quoted-products|${identity().accountId ?? ''}|${identity().organizationId ?? ''}`;

/** Products that this account quoted on this device with how often, latest first. */
function usedProducts(): readonly (readonly [productId: string, times: number])[] {
  const text = readStoredText(storageKey()) ?? '';
  return text
    .split(' ')
    .map((entry) => entry.split('*'))
    .flatMap(([id = '', times]) => (id ? [[id, Number(times) || 1] as const] : []));
}

/** Ids of the products quoted last, and of those quoted most among the others. */
export function frequentProducts(): {
  readonly recent: readonly string[];
  readonly mostUsed: readonly string[];
} {
  const used = usedProducts();
  const recent = used.slice(0, MAX_SHOWN).map(([id]) => id);
  const mostUsed = used
    .slice(MAX_SHOWN)
    .filter(([, times]) => times > 1)
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, MAX_SHOWN)
    .map(([id]) => id);
  return { recent, mostUsed };
}

/** Notes the products of a quotation that is saved. */
export function noteUsedProducts(productIds: readonly string[]): void {
  const before = usedProducts();
  const ids = [...new Set(productIds)].filter((id) => id !== '');
  const now = ids.map(
    (id) => [id, (before.find(([known]) => known === id)?.[1] ?? 0) + 1] as const,
  );
  const others = before.filter(([id]) => !ids.includes(id));
  const text = [...now, ...others]
    .slice(0, MAX_USED)
    .map(([id, times]) => `${id}*${times}`)
    .join(' ');
  storeText(storageKey(), text || undefined);
}
