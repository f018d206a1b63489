import { isEqual } from '#domain/kernel/equality.js';
import { place } from '#domain/kernel/schema.js';
import { newId } from '../../lib/server/api.js';
import { DRAFT_VERSION } from '../../lib/drafts/draft-store.js';
import { zoneOfDevice } from '../../ui/display/figures.js';
import { exactText } from '../../ui/display/format.js';
import { choiceText } from '../texts/choice-text.js';
import { isObject, isText, optionalShape } from './stored-shapes.js';
import type { ChosenFile } from '../capture/use-photos.js';

/** Stored part of an unsent form. */
export interface StoredDraft<Values> {
  /** Id of the record that the form creates. */
  readonly id: string;
  /** Typed fields. Others start with the form's initial values. */
  readonly typed: Partial<Values>;
  /** Initial values of the typed fields. If the record has changed since, there is a conflict. */
  readonly over?: Partial<Values>;
  /**
   * Typed texts that no field shows, by field: from another app version, or replaced by what was
   * typed while the draft was being read. Shown below the form until dismissed.
   */
  readonly unread?: Readonly<Record<string, readonly string[]>>;
}
type Fields = Readonly<Record<string, unknown>>;
/** Texts that a person typed into a field; a choice, for instance, has none. */
export type TextsOf = (field: string, value: unknown) => readonly string[];

/** Checks stored values of fields that are not text, switches, lists of texts or files. */
export type Shapes<Values> = { readonly [Field in keyof Values]?: (stored: unknown) => boolean };

const isFile = (value: unknown): value is ChosenFile =>
  isObject(value) &&
  isText(value['fileId']) &&
  isText(value['name']) &&
  typeof value['uploaded'] === 'boolean' &&
  value['blob'] instanceof Blob;

/** Fields with the same shape in every form. */
const commonShapes: Readonly<Record<string, (stored: unknown) => boolean>> = {
  files: (stored) => Array.isArray(stored) && stored.every(isFile),
  place: optionalShape((stored) => place.safeParse(stored).success),
  accuracyMetres: optionalShape((stored) => typeof stored === 'number'),
};

/** Whether a stored value has the shape of the initial one. */
function hasShape(field: string, initial: unknown, stored: unknown): boolean {
  const hasCommonShape = commonShapes[field];
  if (hasCommonShape) return hasCommonShape(stored);
  if (Array.isArray(initial)) return Array.isArray(stored) && stored.every(isText);
  if (isObject(initial))
    return (
      isObject(stored) &&
      Object.entries(initial).every(([name, value]) => hasShape(name, value, stored[name]))
    );
  return typeof stored === typeof initial;
}

/** Typed texts of fields that a form does not show, oldest first, each text once. */
function unreadTexts(
  textsOf: TextsOf,
  ...parts: readonly (Fields | undefined)[]
): Pick<StoredDraft<never>, 'unread'> {
  const unread: Record<string, readonly string[]> = {};
  for (const [field, value] of parts.flatMap((part) => Object.entries(part ?? {}))) {
    const texts = [...new Set([...(unread[field] ?? []), ...textsOf(field, value)])];
    if (texts.length > 0) unread[field] = texts;
  }
  return Object.keys(unread).length > 0 ? { unread } : {};
}

/**
 * Reads a draft of any app version into a form. Never throws; values that do not fit become
 * `unread`.
 */
export function readDraft<Values extends object>(
  stored: unknown,
  version: number,
  values: Values,
  { shapes, textsOf }: { readonly shapes: Shapes<Values>; readonly textsOf: TextsOf },
): StoredDraft<Values> {
  const { id, typed, over, unread } = isObject(stored) ? stored : {};
  if (version > DRAFT_VERSION || !isText(id) || !isObject(typed))
    return { id: newId(), typed: {}, ...unreadTexts(textsOf, { draft: typed ?? stored }) };
  const fitsForm = ([field, value]: readonly [string, unknown]): boolean => {
    if (!(field in values)) return false;
    const name = field as keyof Values;
    return shapes[name]?.(value) ?? hasShape(field, values[name], value);
  };
  const readableFields = Object.fromEntries(Object.entries(typed).filter(fitsForm));
  const unreadableFields = Object.fromEntries(
    Object.entries(typed).filter(([field]) => !(field in readableFields)),
  );
  const initialValues = Object.fromEntries(
    Object.entries(isObject(over) ? over : {}).filter(
      ([field, value]) => field in readableFields && fitsForm([field, value]),
    ),
  );
  return {
    id,
    typed: readableFields as Partial<Values>,
    ...(isObject(over) && { over: initialValues as Partial<Values> }),
    ...unreadTexts(textsOf, isObject(unread) ? unread : {}, unreadableFields),
  };
}

const keyOf = (item: unknown): unknown => (isFile(item) ? item.fileId : item);
const isListOfTextsOrFiles = (value: unknown): value is readonly unknown[] =>
  Array.isArray(value) && value.every((item) => isText(item) || isFile(item));
/** Last `max` items of both lists, if both have texts or files; else the later value. */
function mergeLists(earlier: unknown, later: unknown, max: number): unknown {
  if (!isListOfTextsOrFiles(earlier) || !isListOfTextsOrFiles(later)) return later;
  const earlierKeys = new Set(earlier.map(keyOf));
  return [...earlier, ...later.filter((item) => !earlierKeys.has(keyOf(item)))].slice(-max);
}

/**
 * Merges values typed before the stored draft was read. Photos of both stay, and a typed text that
 * is replaced becomes `unread`. A replaced dated field does not, because it may be an untouched
 * default; `over` lacks such fields.
 */
export function mergeDrafts<Values>(
  stored: StoredDraft<Values>,
  typed: StoredDraft<Values>,
  { textsOf, maxFiles = Infinity }: { readonly textsOf: TextsOf; readonly maxFiles?: number },
): StoredDraft<Values> {
  const storedFields = stored.typed as unknown as Fields;
  const typedFields = typed.typed as unknown as Fields;
  const merged = Object.entries(typedFields).map(([field, value]) => [
    field,
    mergeLists(storedFields[field], value, field === 'files' ? maxFiles : Infinity),
  ]);
  const mergedFields: Fields = { ...storedFields, ...Object.fromEntries(merged) };
  const isReplaced = ([field, value]: readonly [string, unknown]): boolean =>
    field in (typed.over ?? {}) && field !== 'files' && !isObject(value);
  const replacedTexts = Object.entries(storedFields)
    .filter(isReplaced)
    .map(([field, value]) => {
      const mergedText = textsOf(field, mergedFields[field]).join('\n');
      return [field, textsOf(field, value).filter((text) => !mergedText.includes(text))] as const;
    });
  return {
    ...stored,
    typed: mergedFields as Partial<Values>,
    over: { ...typed.over, ...stored.over } as Partial<Values>,
    ...unreadTexts(textsOf, stored.unread, typed.unread, Object.fromEntries(replacedTexts)),
  };
}

/**
 * Draft without the typed values that the record already has, for instance because a page was
 * closed right after its save. Undefined if nothing is left.
 */
export function withoutSavedValues<Values extends object>(
  draft: StoredDraft<Values>,
  record: Values,
): StoredDraft<Values> | undefined {
  const withoutSaved = <Part extends Partial<Values>>(part: Part): Part =>
    Object.fromEntries(
      Object.entries(part).filter(
        ([field]) => !isEqual(draft.typed[field as keyof Values], record[field as keyof Values]),
      ),
    ) as Part;
  const { over, ...rest } = draft;
  const remainingDraft = {
    ...rest,
    typed: withoutSaved(draft.typed),
    ...(over && { over: withoutSaved(over) }),
  };
  return Object.keys(remainingDraft.typed).length > 0 || draft.unread ? remainingDraft : undefined;
}

/** Text that a person typed into a form, one field a line, with the names of choices. */
export const textOfDraft = (draft: unknown): string => {
  const { typed, unread } = isObject(draft) ? draft : { typed: draft };
  // only the form of a visit has this field
  const isOfVisit = isObject(typed) && 'beside' in typed;
  return textOf([typed, unread], (text, field) => choiceText(text, field, isOfVisit));
};

/** Readable texts of a stored value, one per line, with choices named as screens name them. */
export const shownTextOf = (value: unknown): string => textOf(value, choiceText);

/** Whether a text is an id or a hash. */
const isMachineText = (text: string): boolean =>
  /^(?:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|[\da-f]{64})$/.test(text);
/** Larger numbers are instants, from 2001 on. */
const FIRST_INSTANT_MS = 1e12;

/**
 * Readable texts and numbers of a stored value, one per line.
 * @param nameOfText text of a field's value; default is the stored text
 * @param field field that holds the value
 */
export function textOf(
  value: unknown,
  nameOfText: (text: string, field: string) => string = (text) => text,
  field = '',
): string {
  if (isText(value)) return isMachineText(value) ? '' : nameOfText(value.trim(), field);
  if (typeof value === 'number')
    return value < FIRST_INSTANT_MS ? String(value) : exactText(new Date(value), zoneOfDevice);
  if (typeof value !== 'object' || value === null || value instanceof Blob) return '';
  return Object.entries(value)
    .map(([name, part]) => textOf(part, nameOfText, Array.isArray(value) ? field : name))
    .filter(Boolean)
    .join('\n');
}
