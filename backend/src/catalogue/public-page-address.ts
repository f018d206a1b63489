/**
 * Canonical address of a public page, for a path with extra slashes or capitals. Undefined for ids
 * longer than a UUID, which no route accepts: they would redirect for ever.
 */
export function publicPageAddress(path: string): string | undefined {
  const [, list, id] = /^\/*(products|packages)\/+([^/]{1,36})\/+share\/*$/i.exec(path) ?? [];
  return list !== undefined && id !== undefined
    ? `/${list.toLowerCase()}/${encodeURIComponent(id.toLowerCase())}/share`
    : undefined;
}
