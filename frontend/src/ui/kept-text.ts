/** A short text that this browser keeps. Where storage is forbidden there is none, and what is to be kept holds for this page only. */
export function keptText(name: string): string | undefined {
  try {
    return localStorage.getItem(name) ?? undefined;
  } catch {
    return undefined;
  }
}

/** The same of what was kept as JSON. Of a text that is none there are no fields. */
export function keptFields<Kept extends object>(name: string): Partial<Kept> {
  try {
    return JSON.parse(keptText(name) ?? '{}') as Partial<Kept>;
  } catch {
    return {};
  }
}

/** Undefined: it is kept no more. */
export function keepText(name: string, text: string | undefined): void {
  try {
    if (text === undefined) localStorage.removeItem(name);
    else localStorage.setItem(name, text);
  } catch {
    return;
  }
}
