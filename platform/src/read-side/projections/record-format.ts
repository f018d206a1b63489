import { assertDocumentSize } from '../read-store/read-store.js';
import type { SumContribution, AnyPerStream, Projection } from './projection.js';

type Fields = Readonly<Record<string, unknown>>;

/** Document of a view, with the audience and the room that are notified of its changes. */
export type ViewDocument = {
  readonly json: string;
  readonly audience: string;
  readonly room: string | undefined;
};

/** Record with everything that the store holds for it. */
export type RecordState = {
  readonly record: unknown;
  /**
   * JSON texts by id in the record collection: the record's own, and those of its list elements.
   * Empty if the record is itself the document.
   */
  readonly storedTexts: ReadonlyMap<string, string>;
  readonly documents: ReadonlyMap<string, ViewDocument>;
  readonly counts: readonly SumContribution[];
};

export const NO_RECORD: RecordState = {
  record: undefined,
  storedTexts: new Map(),
  documents: new Map(),
  counts: [],
};

export class RecordFormat {
  /** Whether records have a collection of their own, because their documents differ from them. */
  readonly hasRecordCollection: boolean;
  private readonly growingLists: readonly string[];

  constructor(private readonly projection: Projection) {
    this.hasRecordCollection = 'fold' in projection && projection.documents !== undefined;
    this.growingLists = ('growingLists' in projection && projection.growingLists) || [];
    if (this.growingLists.length > 0 && !this.hasRecordCollection)
      throw new Error(
        `${projection.name} has growing lists, so its documents must differ from its records`,
      );
  }

  /** Whether a record without documents is not stored, because its stream can be folded again. */
  get refoldsFromLog(): boolean {
    return (
      this.hasRecordCollection &&
      'firstEvent' in this.projection &&
      this.projection.firstEvent !== undefined
    );
  }

  /** @throws DocumentTooLarge */
  toState(key: string, record: unknown): RecordState {
    if (record === undefined) return NO_RECORD;
    const { documents, counts } = this.projection as AnyPerStream;
    const documentsByPart = Object.entries(
      documents ? documents.call(this.projection, record) : { '': record },
    );
    const isStored =
      this.hasRecordCollection &&
      (documentsByPart.length > 0 || !this.refoldsFromLog || this.isStored(record as Fields));
    return {
      record,
      storedTexts: isStored ? this.toStoredTexts(key, record as Fields) : NO_RECORD.storedTexts,
      documents: new Map(
        documentsByPart.map(([part, document]) => [part, this.toViewDocument(document as object)]),
      ),
      counts: counts?.call(this.projection, record) ?? [],
    };
  }

  /** Whether a record is stored although it may have no documents, or none that are loaded. */
  private isStored(record: Fields): boolean {
    return (
      (this.projection as AnyPerStream).isStored?.(record) ??
      this.growingLists.some((list) => (record[list] as readonly unknown[]).length > 0)
    );
  }

  /** @throws DocumentTooLarge */
  toViewDocument(document: object): ViewDocument {
    const audience =
      'audience' in this.projection ? (this.projection.audience?.(document) ?? '') : '';
    return { json: jsonOnce(document), audience, room: this.projection.room?.(document) };
  }

  /** Ids of a record's list elements. The stored text holds the length of each list. */
  elementIds(key: string, json: string): readonly string[] {
    if (this.growingLists.length === 0) return [];
    const record = JSON.parse(json) as Fields;
    return this.growingLists.flatMap((list) =>
      Array.from({ length: Number(record[list] ?? 0) }, (_, index) => elementId(key, list, index)),
    );
  }

  /** Restores a record from its stored texts, without the elements of lists unless it is whole. */
  parseRecord(
    key: string,
    texts: ReadonlyMap<string, string>,
    { isWhole }: { isWhole: boolean },
  ): unknown {
    const record = JSON.parse(texts.get(key)!) as Record<string, unknown>;
    for (const list of this.growingLists) {
      if (record[list] === undefined) continue;
      record[list] = Array.from({ length: Number(record[list]) }, (_, index) => {
        if (!isWhole) return undefined;
        const json = texts.get(elementId(key, list, index))!;
        const element = JSON.parse(json) as object;
        jsonTexts.set(element, json);
        return element;
      });
    }
    return record;
  }

  private toStoredTexts(key: string, record: Fields): ReadonlyMap<string, string> {
    const lists = this.growingLists.map(
      (list) => [list, record[list] as readonly (object | undefined)[] | undefined] as const,
    );
    const lengths = Object.fromEntries(lists.map(([list, elements]) => [list, elements?.length]));
    const texts = new Map([[key, toJson({ ...record, ...lengths })]]);
    for (const [list, elements = []] of lists)
      for (const [index, element] of elements.entries())
        if (element) texts.set(elementId(key, list, index), jsonOnce(element));
    return texts;
  }
}

const elementId = (key: string, list: string, index: number) => `${key}_${list}.${index}`;

/** JSON texts of live objects, so that only new elements of a long list are serialized. */
const jsonTexts = new WeakMap<object, string>();

function jsonOnce(value: object): string {
  const json = jsonTexts.get(value) ?? toJson(value);
  jsonTexts.set(value, json);
  return json;
}

function toJson(value: unknown): string {
  const json = JSON.stringify(value);
  assertDocumentSize(json);
  return json;
}
