import { place } from '#domain/kernel/schema.js';
import { newId } from '../lib/api.js';
import { draftVersion } from '../lib/draft-store.js';
import { isObject, isText, orAbsent } from './stored-shapes.js';
import type { ChosenFile } from './use-photos.js';

/** Stored part of a form that was not sent. */
export interface StoredDraft<Values> {
  /** Id of the record that the form makes. */
  readonly id: string;
  /** The fields that were typed. The others begin with what they are when the form opens. */
  readonly typed: Partial<Values>;
  /** Initial values of those fields. If the record's have changed since, the person is asked. */
  readonly over?: Partial<Values>;
  /**
   * Fields of another version of the app, which this form cannot hold: shown as text until they are
   * dismissed.
   */
  readonly unread?: Fields;
}
type Fields = Readonly<Record<string, unknown>>;

/** Checks the stored value of a field that is neither text, a switch, a list of texts nor files. */
export type Shapes<Values> = { readonly [Field in keyof Values]?: (stored: unknown) => boolean };

const isFile = (value: unknown): value is ChosenFile =>
  isObject(value) &&
  isText(value['fileId']) &&
  isText(value['name']) &&
  typeof value['uploaded'] === 'boolean' &&
  value['blob'] instanceof Blob;

/** Fields of the same shape in every form. */
const common: Readonly<Record<string, (stored: unknown) => boolean>> = {
  files: (stored) => Array.isArray(stored) && stored.every(isFile),
  place: orAbsent((stored) => place.safeParse(stored).success),
  accuracyMetres: orAbsent((stored) => typeof stored === 'number'),
};

/** Whether a stored value fits a field that begins with `initial`. */
function fits(field: string, initial: unknown, stored: unknown): boolean {
  const isRight = common[field];
  if (isRight) return isRight(stored);
  if (Array.isArray(initial)) return Array.isArray(stored) && stored.every(isText);
  if (isObject(initial))
    return (
      isObject(stored) &&
      Object.entries(initial).every(([name, value]) => fits(name, value, stored[name]))
    );
  return typeof stored === typeof initial;
}

const left = (unread: Fields): { readonly unread?: Fields } =>
  textOf(unread) === '' ? {} : { unread };

/**
 * Reads a draft of any version of the app into a form with these fields. Never throws; what does
 * not fit becomes `unread`.
 */
export function readDraft<Values extends object>(
  stored: unknown,
  version: number,
  values: Values,
  shapes: Shapes<Values>,
): StoredDraft<Values> {
  const { id, typed, over, unread } = isObject(stored) ? stored : {};
  if (version > draftVersion || !isText(id) || !isObject(typed))
    return { id: newId(), typed: {}, ...left({ draft: typed ?? stored }) };
  const isRight = ([field, value]: readonly [string, unknown]): boolean => {
    if (!(field in values)) return false;
    const name = field as keyof Values;
    return shapes[name]?.(value) ?? fits(field, values[name], value);
  };
  const right = Object.fromEntries(Object.entries(typed).filter(isRight));
  const wrong = Object.entries(typed).filter(
    ([field, value]) => !(field in right) && textOf(value) !== '',
  );
  const before = Object.entries(isObject(over) ? over : {}).filter(
    (each) => each[0] in right && isRight(each),
  );
  return {
    id,
    typed: right as Partial<Values>,
    ...(isObject(over) && { over: Object.fromEntries(before) as Partial<Values> }),
    ...left({ ...(isObject(unread) && unread), ...Object.fromEntries(wrong) }),
  };
}

/** Adds what was typed before the stored draft was read. */
export const mergeDrafts = <Values>(
  stored: StoredDraft<Values>,
  typed: StoredDraft<Values>,
): StoredDraft<Values> => ({
  ...stored,
  typed: { ...stored.typed, ...typed.typed },
  over: { ...typed.over, ...stored.over } as Partial<Values>,
});

/** Text that a person typed into a form, one field a line. */
export const textOfDraft = (draft: unknown): string => {
  const { typed, unread } = isObject(draft) ? draft : { typed: draft };
  return textOf([typed, unread]);
};

const isId = (text: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text);
/** Numbers from here on are instants in milliseconds: 2001. */
const FIRST_INSTANT = 1e12;

/** All texts and numbers of a stored value that say something to a person, one a line. */
export function textOf(value: unknown): string {
  if (isText(value)) return isId(value) ? '' : value.trim();
  if (typeof value === 'number')
    return value < FIRST_INSTANT ? String(value) : new Date(value).toLocaleString();
  if (typeof value !== 'object' || value === null || value instanceof Blob) return '';
  return Object.values(value).map(textOf).filter(Boolean).join('\n');
}
