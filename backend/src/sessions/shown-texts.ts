import type { Stored } from '#platform/read-store/read-store.js';
import type { Names } from './names.js';
import type { Presenter } from './presenting.js';

type Text = { readonly people: readonly string[]; names: readonly string[] | undefined; text: string };

/**
 * Documents as they are shown, as JSON. A page is asked for far more often than a document on it changes, so the text of each is
 * kept beside the document, for as long as the store has that at hand; it is written again when somebody in it is called
 * otherwise. The same document with the same names always has the same text, so nothing that is asked for is answered from before.
 */
export class ShownTexts<Document, Shown> {
  private readonly kept = new WeakMap<Stored, Text>();

  constructor(
    private readonly names: Names,
    private readonly presenter: Presenter<Document, Shown>,
  ) {}

  /** With one look at the people they name. */
  async of(documents: readonly Stored[]): Promise<readonly string[]> {
    const texts = documents.map((document) => this.kept.get(document) ?? this.begun(document));
    const people: string[] = [];
    for (const text of texts) for (const id of text.people) if (!people.includes(id)) people.push(id);
    const name = await this.names.named(people);
    return texts.map((text, index) => (isAsBefore(text, name) ? text.text : this.written(text, documents[index]!, name)));
  }

  private written(text: Text, { json }: Stored, name: (id: string) => string): string {
    text.names = text.people.map(name);
    text.text = JSON.stringify(this.presenter.show(JSON.parse(json) as Document, (id) => ({ id, name: name(id) })));
    return text.text;
  }

  private begun(document: Stored): Text {
    const text: Text = { people: this.presenter.people(JSON.parse(document.json) as Document), names: undefined, text: '' };
    this.kept.set(document, text);
    return text;
  }
}

function isAsBefore({ people, names }: Text, name: (id: string) => string): boolean {
  if (names === undefined) return false;
  for (let index = 0; index < people.length; index++) if (name(people[index]!) !== names[index]) return false;
  return true;
}
