/** Canonical address of a public page, for a path that spells it with surplus slashes or capitals. */
export function publicPageAddress(path: string): string | undefined {
  const [, list, id] = /^\/*(products|packages)\/+([^/]+)\/+share\/*$/i.exec(path) ?? [];
  return list !== undefined && id !== undefined ? `/${list.toLowerCase()}/${encodeURIComponent(id.toLowerCase())}/share` : undefined;
}
