/** Canonical address of a quotation's page, for a path with extra slashes or capitals. */
export function publicQuotationAddress(path: string): string | undefined {
  const [, token] = /^\/*q\/+([\da-f]{32})\/*$/i.exec(path) ?? [];
  return token === undefined ? undefined : `/q/${token.toLowerCase()}`;
}
