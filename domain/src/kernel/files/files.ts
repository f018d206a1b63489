import type { FileReference, ReferenceKind } from '../schema.js';

export const fileKinds = ['image', 'pdf', 'video'] as const;
export type FileKind = (typeof fileKinds)[number];

/** Names of the smaller pictures of an image, by their longest side in pixels. */
export const variants = ['1280', '640', '320'] as const;
export type Variant = (typeof variants)[number];

/** Readers of a published file: the members of its organization, or everybody. */
export type Readers = 'members' | 'everybody';

/**
 * Records that use an uploaded file, and decide who may see it. A file that none uses expires after
 * 60 days.
 */
export type FileUse = {
  readonly kind: FileKind;
  /**
   * Stream of the first record that used the file. Set before the command's events; the other
   * fields follow.
   */
  readonly claimedBy?: string;
  /**
   * Lead that uses the file, and whose readers may see it. Without a lead and without a publication
   * only the owner sees it.
   */
  readonly leadId?: string;
  /** Stream of another record that uses the file, without effect on visibility. */
  readonly usedBy?: string;
  /** Readers if published: all members, or with `everybody` anyone with the link. */
  readonly publishedTo?: Readers;
  /** Set for a PDF whose first page cannot be drawn. */
  readonly hasNoPicture?: boolean;
  /** Streams that publish the file, with their readers. */
  readonly shownBy?: Readonly<Record<string, Readers>>;
};

const fileKindsByReference: Readonly<Record<FileReference, readonly FileKind[]>> = {
  photo: ['image'],
  image: ['image'],
  'quotation-file': ['image', 'pdf'],
  'offer-file': fileKinds,
};
export const isFileReference = (kind: ReferenceKind): kind is FileReference =>
  Object.hasOwn(fileKindsByReference, kind);
/** Whether smaller pictures may be made of the file. Nothing shows pictures of a lead's PDFs. */
export const mayHavePicture = ({ kind, hasNoPicture, leadId, claimedBy }: FileUse): boolean =>
  kind === 'image' ||
  (kind === 'pdf' && !hasNoPicture && leadId === undefined && !isClaimedByLead(claimedBy));
const isClaimedByLead = (stream: string | undefined): boolean =>
  stream?.startsWith('lead-') ?? false;

const leadFileReferences: readonly FileReference[] = ['photo', 'quotation-file'];

/**
 * Whether a record may use the file. A lead's file is used by that lead only, erased with it, and
 * never published.
 */
export function mayUseFile(file: FileUse, reference: FileReference, stream: string): boolean {
  const { kind, leadId, claimedBy } = file;
  if (!fileKindsByReference[reference].includes(kind)) return false;
  if (leadFileReferences.includes(reference))
    return !isUsedByOthers(file) && (claimedBy === undefined || claimedBy === stream);
  return leadId === undefined && !isClaimedByLead(claimedBy);
}

/** Stands for the publishing records of old files, whose streams were not stored. */
const unknownStream = 'unknown';

/**
 * Adds the use by a lead. A file stays with its first lead. This function and those below return
 * undefined if nothing changes.
 */
export const addLeadUse = <File extends FileUse>(file: File, leadId: string): File | undefined =>
  file.leadId || isUsedByOthers(file) ? undefined : { ...file, leadId };

/** Adds the use by a record other than a lead. */
export const addRecordUse = <File extends FileUse>(file: File, stream: string): File | undefined =>
  file.usedBy || file.leadId ? undefined : { ...file, usedBy: stream };

/** Adds a publication by a record. */
export function addPublication<File extends FileUse>(
  file: File,
  readers: Readers,
  stream: string,
): File | undefined {
  const { leadId, publishedTo, shownBy } = file;
  if (leadId || shownBy?.[stream] === readers) return undefined;
  const publications = shownBy ?? (publishedTo && { [unknownStream]: publishedTo });
  return {
    ...file,
    publishedTo: publishedTo === 'everybody' ? publishedTo : readers,
    shownBy: { ...publications, [stream]: readers },
  };
}

/** Publication to the widest of the readers; empty if there are none. */
function widestReaders(readers: readonly Readers[]): Pick<FileUse, 'publishedTo'> {
  if (readers.includes('everybody')) return { publishedTo: 'everybody' };
  return readers.length > 0 ? { publishedTo: readers[0] } : {};
}

/** Removes the publication by a record. Other records may still publish the file. */
export function removePublication<File extends FileUse>(
  file: File,
  stream: string,
): File | undefined {
  if (file.shownBy?.[stream] === undefined) return undefined;
  const { [stream]: _, ...shownBy } = file.shownBy;
  const { publishedTo: __, ...rest } = file;
  return { ...rest, shownBy, ...widestReaders(Object.values(shownBy)) } as File;
}

/** Whether the file was published earlier and is not now. */
export const isNoLongerPublished = ({ shownBy, publishedTo }: FileUse): boolean =>
  shownBy !== undefined && publishedTo === undefined;

/** Whether any record uses the file. */
export const isUsed = ({ leadId, usedBy, publishedTo }: FileUse): boolean =>
  (leadId ?? usedBy ?? publishedTo) !== undefined;

/** Whether a record other than a lead uses the file. */
export const isUsedByOthers = ({ usedBy, publishedTo }: FileUse): boolean =>
  (usedBy ?? publishedTo) !== undefined;
