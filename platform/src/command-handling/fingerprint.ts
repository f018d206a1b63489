/** The one text of a command's body, whatever the order in which a client wrote its fields; floats and all. */
export function bodyText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => (item === undefined ? 'null' : bodyText(item))).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  let text = '';
  for (const name of Object.keys(value).sort()) {
    const member = (value as Readonly<Record<string, unknown>>)[name];
    if (member !== undefined) text += `${text && ','}${JSON.stringify(name)}:${bodyText(member)}`;
  }
  return `{${text}}`;
}
