import type { Stored } from './read-store.js';

/** Of the texts that were asked for lately, in bytes, about. */
const mostKept = 24_000_000;
/** What an entry costs beside its text. */
const perEntry = 200;

/** What it was asked for by: its row, or its id. */
type Key = number | string;

/**
 * Documents that were asked for lately, as a database keeps pages of its file: what was asked for is found in the file's indexes
 * each time, and only the text of what was found is not read again. What is written goes, so that the next one reads what is there.
 *
 * Two generations, so that who is found costs one look and no reordering: what was not asked for during a whole generation goes.
 */
export class DocumentsAtHand {
  private readonly shelves = new Set<Shelf>();
  private weight = 0;

  constructor(private readonly most = mostKept) {}

  /** Of one collection, until it leaves. */
  shelf(): Shelf {
    const shelf: Shelf = new Shelf(
      (bytes) => this.weigh(bytes),
      () => this.shelves.delete(shelf),
    );
    this.shelves.add(shelf);
    return shelf;
  }

  private weigh(bytes: number): void {
    this.weight += bytes;
    if (this.weight <= this.most / 2) return;
    this.weight = 0;
    for (const shelf of this.shelves) shelf.age();
  }
}

export class Shelf {
  private newer = new Map<Key, Stored>();
  private older = new Map<Key, Stored>();

  constructor(
    private readonly weigh: (bytes: number) => void,
    readonly leave: () => void,
  ) {}

  get(key: Key): Stored | undefined {
    const newer = this.newer.get(key);
    if (newer) return newer;
    const older = this.older.get(key);
    return older && this.put(key, older);
  }

  put(key: Key, document: Stored): Stored {
    this.newer.set(key, document);
    this.weigh(perEntry + document.json.length);
    return document;
  }

  drop(key: Key): void {
    this.newer.delete(key);
    this.older.delete(key);
  }

  age(): void {
    this.older = this.newer;
    this.newer = new Map();
  }
}
