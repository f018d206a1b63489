import { type Kind, kindOfView, type ListName, rowKindOf } from './record.js';

/** Part of a record that rows of another kind repeat, such as a product's category. */
interface Copy<Row extends object, Source extends object> {
  readonly source: Kind;
  /** Kind of the rows that repeat it. */
  readonly into: Kind;
  readonly hasCopyOf: (row: Row, id: string) => boolean;
  /** Row with the current source; undefined if the source was deleted. */
  readonly withCopy: (row: Row, source: Source | undefined, id: string) => Row;
}
type AnyCopy = Copy<object, object>;

const copies = new Map<Kind, readonly AnyCopy[]>();

/** Declares a copy. Called by the feature that shows the rows. */
export function declareCopy<Row extends object, Source extends object>(
  copy: Copy<Row, Source>,
): void {
  copies.set(copy.source, [...copiesOf(copy.source), copy as unknown as AnyCopy]);
}

export const copiesOf = (source: Kind): readonly AnyCopy[] => copies.get(source) ?? [];

/** Whether a view pushes records that a list's rows repeat. */
export function pushesCopiesOf(view: string, list: ListName): boolean {
  const source = kindOfView(view);
  return source !== undefined && copiesOf(source).some(({ into }) => into === rowKindOf(list));
}
