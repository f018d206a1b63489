import type { Message } from '#domain/kernel/message.js';
import { checkSize } from '../read-store/read-store.js';
import type { Count, PerStream, Projection } from './projection.js';

type Fields = Readonly<Record<string, unknown>>;

/** A document of a view, and who is notified of its changes. */
export type ShownDocument = {
  readonly json: string;
  readonly audience: string;
  readonly room: string | undefined;
};

/** A record, and all that the store has because of it. */
export type RecordState = {
  readonly record: unknown;
  /**
   * Its text and those of the elements of its lists, by their ids in the collection of records;
   * nothing where it shows itself.
   */
  readonly stored: ReadonlyMap<string, string>;
  readonly shown: ReadonlyMap<string, ShownDocument>;
  readonly counts: readonly Count[];
};

export const noRecord: RecordState = {
  record: undefined,
  stored: new Map(),
  shown: new Map(),
  counts: [],
};

export class RecordFormat {
  /** Whether records have a collection of their own, because what they show is something else. */
  readonly keepsRecords: boolean;
  private readonly growing: readonly string[];

  constructor(private readonly projection: Projection) {
    this.keepsRecords = 'fold' in projection && projection.documents !== undefined;
    this.growing = ('growing' in projection && projection.growing) || [];
    if (this.growing.length > 0 && !this.keepsRecords)
      throw new Error(`${projection.name} shows its record, which then cannot grow`);
  }

  /**
   * Whether a record that shows nothing is left to the log, from whose stream it can be folded
   * again.
   */
  get leavesToLog(): boolean {
    return this.keepsRecords && 'begins' in this.projection && this.projection.begins !== undefined;
  }

  /** @throws DocumentTooLarge */
  stateOf(key: string, record: unknown): RecordState {
    if (record === undefined) return noRecord;
    const { documents, counts } = this.projection as PerStream<Message, unknown, unknown>;
    const shown = Object.entries(
      documents ? documents.call(this.projection, record) : { '': record },
    );
    const isStored = this.keepsRecords && (shown.length > 0 || !this.leavesToLog);
    return {
      record,
      stored: isStored ? this.stored(key, record as Fields) : noRecord.stored,
      shown: new Map(shown.map(([part, document]) => [part, this.shown(document as object)])),
      counts: counts?.call(this.projection, record) ?? [],
    };
  }

  /** @throws DocumentTooLarge */
  shown(document: object): ShownDocument {
    const audience =
      'audience' in this.projection ? (this.projection.audience?.(document) ?? '') : '';
    return { json: jsonOnce(document), audience, room: this.projection.room?.(document) };
  }

  /** Ids of the elements of a record's lists, of which its text has the numbers. */
  elementIds(key: string, json: string): readonly string[] {
    if (this.growing.length === 0) return [];
    const record = JSON.parse(json) as Fields;
    return this.growing.flatMap((list) =>
      Array.from({ length: Number(record[list] ?? 0) }, (_, index) => elementId(key, list, index)),
    );
  }

  /** The record of texts as they are stored. */
  parsed(key: string, texts: ReadonlyMap<string, string>): unknown {
    const record = JSON.parse(texts.get(key)!) as Record<string, unknown>;
    for (const list of this.growing) {
      if (record[list] === undefined) continue;
      record[list] = Array.from({ length: Number(record[list]) }, (_, index) => {
        const json = texts.get(elementId(key, list, index))!;
        const element = JSON.parse(json) as object;
        jsonTexts.set(element, json);
        return element;
      });
    }
    return record;
  }

  private stored(key: string, record: Fields): ReadonlyMap<string, string> {
    const lists = this.growing.map(
      (list) => [list, record[list] as readonly object[] | undefined] as const,
    );
    const lengths = Object.fromEntries(lists.map(([list, elements]) => [list, elements?.length]));
    const stored = new Map([[key, jsonOf({ ...record, ...lengths })]]);
    for (const [list, elements = []] of lists)
      for (const [index, element] of elements.entries())
        stored.set(elementId(key, list, index), jsonOnce(element));
    return stored;
  }
}

const elementId = (key: string, list: string, index: number) => `${key}_${list}.${index}`;

/** Texts of objects that are in use: of a list of hundreds only what is new is written as text. */
const jsonTexts = new WeakMap<object, string>();

function jsonOnce(value: object): string {
  const json = jsonTexts.get(value) ?? jsonOf(value);
  jsonTexts.set(value, json);
  return json;
}

function jsonOf(value: unknown): string {
  const json = JSON.stringify(value);
  checkSize(json);
  return json;
}
