import type { FileReference, ReferenceKind } from '../schema.js';

export const fileKinds = ['image', 'pdf', 'video'] as const;
export type FileKind = (typeof fileKinds)[number];

/** Names of the smaller pictures of an image, by their longest side in pixels. */
export const variants = ['1280', '640', '320'] as const;
export type Variant = (typeof variants)[number];

/** Readers of a published file: the members of its organization, or everybody. */
export type Readers = 'members' | 'everybody';

/** Records that use an uploaded file, and decide who may see it. */
export type FileUse = {
  readonly kind: FileKind;
  /**
   * Stream of the first record that used the file. Set before the command's events; the other
   * fields follow.
   */
  readonly claimedBy?: string;
  /**
   * Lead that uses the file. A file without a lead is visible to its owner only, and expires after
   * 60 days.
   */
  readonly leadId?: string;
  /** Stream of another record that uses the file, without effect on visibility. */
  readonly usedBy?: string;
  /** Readers if published: all members, or with `everybody` anyone with the link. */
  readonly publishedTo?: Readers;
  /** Set for a PDF whose first page cannot be drawn. */
  readonly hasNoPicture?: boolean;
  /** Streams that publish the file, with their readers. Without any it expires after 60 days. */
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
/** Whether smaller pictures may be made of the file. Nothing shows pictures of a lead's PDFs. */
export const mayHavePicture = ({ kind, hasNoPicture, leadId, claimedBy }: FileUse): boolean =>
  kind === 'image' ||
  (kind === 'pdf' && !hasNoPicture && leadId === undefined && !isClaimedByLead(claimedBy));
const isClaimedByLead = (stream: string | undefined): boolean =>
  stream?.startsWith('lead-') ?? false;

const ofLeads: readonly FileReference[] = ['photo', 'quotation-file'];

/**
 * Whether a record may use the file. A lead's file is used by that lead only, erased with it, and
 * never published.
 */
export function mayBeReferredTo(file: FileUse, wanted: FileReference, stream: string): boolean {
  const { kind, leadId, claimedBy } = file;
  if (!kindsOf[wanted].includes(kind)) return false;
  if (ofLeads.includes(wanted))
    return !isOfOthers(file) && (claimedBy === undefined || claimedBy === stream);
  return leadId === undefined && !isClaimedByLead(claimedBy);
}

/** Unknown record, which may publish the file since before streams were noted. */
const unknownStream = 'unknown';

/**
 * Marks a file as used by a lead. The first lead keeps it. Here and below, undefined means no
 * change.
 */
export const keptByLead = <File extends FileUse>(file: File, leadId: string): File | undefined =>
  file.leadId || isOfOthers(file) ? undefined : { ...file, leadId };

/** Marks a file as used by a record other than a lead. */
export const keptBy = <File extends FileUse>(file: File, stream: string): File | undefined =>
  file.usedBy || file.leadId ? undefined : { ...file, usedBy: stream };

/** Publishes a file by a record. */
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

/** Widest readers; undefined without any. */
const publishedBy = (shownTo: readonly Readers[]): Pick<FileUse, 'publishedTo'> =>
  shownTo.includes('everybody')
    ? { publishedTo: 'everybody' }
    : shownTo.length > 0
      ? { publishedTo: shownTo[0] }
      : {};

/** Ends a record's publication. Other records may still publish the file. */
export function hiddenBy<File extends FileUse>(file: File, stream: string): File | undefined {
  if (file.shownBy?.[stream] === undefined) return undefined;
  const { [stream]: _, ...shownBy } = file.shownBy;
  const { publishedTo: __, ...rest } = file;
  return { ...rest, shownBy, ...publishedBy(Object.values(shownBy)) } as File;
}

/** Whether the file was published earlier and is not now. */
export const isShownNoMore = ({ shownBy, publishedTo }: FileUse): boolean =>
  shownBy !== undefined && publishedTo === undefined;

/** Whether any record uses the file. */
export const isReferredTo = ({ leadId, usedBy, publishedTo }: FileUse): boolean =>
  (leadId ?? usedBy ?? publishedTo) !== undefined;

/** Whether a record other than a lead uses the file. */
export const isOfOthers = ({ usedBy, publishedTo }: FileUse): boolean =>
  (usedBy ?? publishedTo) !== undefined;
