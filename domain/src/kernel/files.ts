import type { FileReference, ReferenceKind } from './schema.js';

export const fileKinds = ['image', 'pdf', 'video'] as const;
export type FileKind = (typeof fileKinds)[number];

/** Names of the smaller pictures of an image, by their longest side in pixels. */
export const variants = ['1280', '640', '320'] as const;
export type Variant = (typeof variants)[number];

/** Readers of a published file: the members of its organization, or everybody. */
export type Readers = 'members' | 'everybody';

/** Records that use an uploaded file. They decide who may see it. */
export type FileUse = {
  readonly kind: FileKind;
  /**
   * Stream of the first record that an accepted command put it into. Set before the command's
   * events; the fields below follow.
   */
  readonly claimedBy?: string;
  /**
   * Bare id of the record that speaks of it, once one does. Until then it is its owner's alone, and
   * goes after 60 days.
   */
  readonly leadId?: string;
  /**
   * Name of the stream of another record that speaks of it. Who may see it does not depend on that.
   */
  readonly usedBy?: string;
  /** Shown to customers: every member may see it, and with `everybody` whoever has its address. */
  readonly publishedTo?: Readers;
  /**
   * Names of the streams that show it to customers, each with to whom. What no stream shows any
   * more goes after 60 days.
   */
  readonly shownBy?: Readonly<Record<string, Readers>>;
};

const kindsOf: Readonly<Record<FileReference, readonly FileKind[]>> = {
  photo: ['image'],
  image: ['image'],
  'quotation-file': ['image', 'pdf'],
  'offer-file': fileKinds,
};
export const isFileReference = (kind: ReferenceKind): kind is FileReference =>
  Object.hasOwn(kindsOf, kind);
const ofLeads: readonly FileReference[] = ['photo', 'quotation-file'];

/**
 * Whether the record of that stream may refer to it so. A lead's file is that lead's alone: it is
 * erased with it, and shown to nobody else.
 */
export function mayBeReferredTo(file: FileUse, wanted: FileReference, stream: string): boolean {
  const { kind, leadId, claimedBy } = file;
  if (!kindsOf[wanted].includes(kind)) return false;
  if (ofLeads.includes(wanted))
    return !isOfOthers(file) && (claimedBy === undefined || claimedBy === stream);
  return leadId === undefined && !claimedBy?.startsWith('lead-');
}

/**
 * A record of which is not known which one it is: it showed a file before that was noted, and may
 * show it still.
 */
const unknownStream = 'unknown';

/**
 * A lead speaks of it. The first one that does keeps it. Undefined: nothing changes, here and
 * below.
 */
export const keptByLead = <File extends FileUse>(file: File, leadId: string): File | undefined =>
  file.leadId || isOfOthers(file) ? undefined : { ...file, leadId };

/** Another record than a lead speaks of it. */
export const keptBy = <File extends FileUse>(file: File, stream: string): File | undefined =>
  file.usedBy || file.leadId ? undefined : { ...file, usedBy: stream };

/** A record shows it to customers. */
export function shownTo<File extends FileUse>(
  file: File,
  to: Readers,
  stream: string,
): File | undefined {
  const { leadId, publishedTo, shownBy } = file;
  if (leadId || shownBy?.[stream] === to) return undefined;
  const shown = shownBy ?? (publishedTo && { [unknownStream]: publishedTo });
  return {
    ...file,
    publishedTo: publishedTo === 'everybody' ? publishedTo : to,
    shownBy: { ...shown, [stream]: to },
  };
}

/** The widest of its readers; undefined in `File` where nothing shows it. */
const publishedBy = (shownTo: readonly Readers[]): Pick<FileUse, 'publishedTo'> =>
  shownTo.includes('everybody')
    ? { publishedTo: 'everybody' }
    : shownTo.length > 0
      ? { publishedTo: shownTo[0] }
      : {};

/** A record shows it no more: from now on it is nobody's but those's who still show it. */
export function hiddenBy<File extends FileUse>(file: File, stream: string): File | undefined {
  if (file.shownBy?.[stream] === undefined) return undefined;
  const { [stream]: _, ...shownBy } = file.shownBy;
  const { publishedTo: __, ...rest } = file;
  return { ...rest, shownBy, ...publishedBy(Object.values(shownBy)) } as File;
}

/** Whether records have shown it to customers, and none does any more. */
export const isShownNoMore = ({ shownBy, publishedTo }: FileUse): boolean =>
  shownBy !== undefined && publishedTo === undefined;

/** Whether any record speaks of it now. */
export const isReferredTo = ({ leadId, usedBy, publishedTo }: FileUse): boolean =>
  (leadId ?? usedBy ?? publishedTo) !== undefined;

/** Whether a record that is no lead speaks of it. */
export const isOfOthers = ({ usedBy, publishedTo }: FileUse): boolean =>
  (usedBy ?? publishedTo) !== undefined;
