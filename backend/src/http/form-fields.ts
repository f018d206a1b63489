/** Fields of a form that is filled in, by name. */
export type FormFields = Readonly<Record<string, string | readonly string[]>>;

/** Fields of a form's body. A name that occurs twice has a list. */
export function formFields(body: string): FormFields {
  const fields = new URLSearchParams(body);
  return Object.fromEntries(
    [...new Set(fields.keys())].map((name) => {
      const values = fields.getAll(name);
      // Browsers end lines of a form with CR and LF.
      const texts = values.map((value) => value.replaceAll('\r\n', '\n'));
      return [name, texts.length > 1 ? texts : texts[0]!];
    }),
  );
}
