/**
 * Canonical address of a public page, for a path that spells it with surplus slashes or capitals.
 * Ids longer than a UUID have none: no route takes them, and an address that leads to itself would
 * be asked for without end.
 */
export function publicPageAddress(path: string): string | undefined {
  const [, list, id] = /^\/*(products|packages)\/+([^/]{1,36})\/+share\/*$/i.exec(path) ?? [];
  return list !== undefined && id !== undefined
    ? `/${list.toLowerCase()}/${encodeURIComponent(id.toLowerCase())}/share`
    : undefined;
}
