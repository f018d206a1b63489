/** How long a text is kept: by this browser, or until this tab is closed. */
type Keeper = 'localStorage' | 'sessionStorage';

/**
 * A short text that is kept. Where storage is forbidden there is none, and what is to be kept holds
 * for this page only.
 */
export function keptText(name: string, by: Keeper = 'localStorage'): string | undefined {
  try {
    return globalThis[by].getItem(name) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Fields of a stored JSON text; none where it is no JSON. */
export function keptFields<Kept extends object>(name: string, by?: Keeper): Partial<Kept> {
  try {
    return JSON.parse(keptText(name, by) ?? '{}') as Partial<Kept>;
  } catch {
    return {};
  }
}

/** Undefined: it is kept no more. */
export function keepText(
  name: string,
  text: string | undefined,
  by: Keeper = 'localStorage',
): void {
  try {
    if (text === undefined) globalThis[by].removeItem(name);
    else globalThis[by].setItem(name, text);
  } catch {
    return;
  }
}
