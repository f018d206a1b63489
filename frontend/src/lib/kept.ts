/** What a browser keeps under a name. It may be forbidden to: then there is nothing, and what is kept holds for this page alone. */
export function recall(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** @param text null: it is forgotten */
export function keep(name: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(name);
    else localStorage.setItem(name, text);
  } catch {
    // see above
  }
}
