import { photoVariantsJob } from '#domain/jobs.js';
import {
  type OfferEvent,
  type PackageEvent,
  type ProductEvent,
  offerEvents,
  packageEvents,
  productEvents,
} from '#domain/catalogue/catalogue.events.js';
import { type Readers, addPublication } from '#domain/kernel/files/files.js';
import type { MessageNamed } from '#domain/kernel/texts/message.js';
import { Clock } from '#platform/common/clock.js';
import { EventLog, type RecordedEvent } from '#platform/event-log/event-log.js';
import { parseStream } from '#platform/event-log/subject.js';
import { FileRecords, fileKey } from '#platform/files/file-records.js';
import { EventReactor } from '#platform/jobs/reactors/event-reactor.js';
import type { Reactor } from '../reactor.js';

type Publishing =
  | MessageNamed<ProductEvent, 'ProductAdded' | 'ProductEdited'>
  | MessageNamed<PackageEvent, 'PackageAdded' | 'PackageEdited'>
  | MessageNamed<OfferEvent, 'OfferAdded' | 'OfferEdited'>;
type Deleting =
  | MessageNamed<ProductEvent, 'ProductDeleted'>
  | MessageNamed<PackageEvent, 'PackageDeleted'>
  | MessageNamed<OfferEvent, 'OfferDeleted'>;
/** Files that an event publishes; `fileIds` is undefined if the event does not mention files. */
type Published = { readonly fileIds: readonly string[] | undefined; readonly to: Readers };

const PUBLISHING_EVENTS = {
  ProductAdded: productEvents.ProductAdded,
  ProductEdited: productEvents.ProductEdited,
  PackageAdded: packageEvents.PackageAdded,
  PackageEdited: packageEvents.PackageEdited,
  OfferAdded: offerEvents.OfferAdded,
  OfferEdited: offerEvents.OfferEdited,
};
const DELETING_EVENTS = {
  ProductDeleted: productEvents.ProductDeleted,
  PackageDeleted: packageEvents.PackageDeleted,
  OfferDeleted: offerEvents.OfferDeleted,
};

const toList = (fileId: string | null | undefined): readonly string[] | undefined =>
  fileId === undefined ? undefined : fileId === null ? [] : [fileId];

/**
 * Files that an event publishes. Products and packages have public pages; offers are for members.
 */
function findPublishedFiles(event: Publishing): Published {
  switch (event.type) {
    case 'ProductAdded':
      return { fileIds: event.data.imageFileIds, to: 'everybody' };
    case 'ProductEdited':
      return { fileIds: event.data.changes.imageFileIds, to: 'everybody' };
    case 'PackageAdded':
      return { fileIds: toList(event.data.imageFileId), to: 'everybody' };
    case 'PackageEdited':
      return { fileIds: toList(event.data.changes.imageFileId), to: 'everybody' };
    case 'OfferAdded':
      return { fileIds: toList(event.data.fileId), to: 'members' };
    case 'OfferEdited':
      return { fileIds: toList(event.data.changes.fileId), to: 'members' };
  }
}

const isPublishing = (event: { readonly type: string }): event is Publishing =>
  Object.hasOwn(PUBLISHING_EVENTS, event.type);
const isDeleting = ({ type }: { readonly type: string }): boolean =>
  Object.hasOwn(DELETING_EVENTS, type);
const NO_FILES: Published = { fileIds: [], to: 'members' };
const NO_CHANGE: Published = { ...NO_FILES, fileIds: undefined };

/**
 * Publishes the files of a catalogue record, and unpublishes those it no longer shows. Reads the
 * whole stream, because events may arrive late and more than once.
 */
@EventReactor()
export class FilesOfCatalogue implements Reactor<Publishing | Deleting> {
  readonly name = 'files-of-catalogue';
  readonly events = { ...PUBLISHING_EVENTS, ...DELETING_EVENTS };

  constructor(
    private readonly log: EventLog,
    private readonly records: FileRecords,
    private readonly clock: Clock,
  ) {}

  async react({ stream }: RecordedEvent<Publishing | Deleting>) {
    const { log, records, clock } = this;
    const { organizationId } = parseStream(stream);
    const history = await log.read<Publishing | Deleting>(stream);
    const published = history.map((event): Published =>
      isPublishing(event) ? findPublishedFiles(event) : isDeleting(event) ? NO_FILES : NO_CHANGE,
    );
    const { fileIds: currentIds = [], to } =
      published.findLast(({ fileIds }) => fileIds !== undefined) ?? NO_FILES;
    for (const fileId of currentIds)
      await records.change(fileKey(organizationId!, fileId), (file) =>
        addPublication(file, to, stream),
      );
    for (const fileId of new Set(published.flatMap(({ fileIds = [] }) => fileIds)))
      if (!currentIds.includes(fileId))
        await records.unpublish(fileKey(organizationId!, fileId), stream, clock.now());
    return {};
  }
}

/**
 * Requests variants of published pictures, in case the upload's job was lost. Separate from
 * `FilesOfCatalogue`, which must not wait for the queue.
 */
@EventReactor()
export class PicturesOfCatalogue implements Reactor<Publishing> {
  readonly name = 'pictures-of-catalogue';
  readonly events = PUBLISHING_EVENTS;

  react(event: RecordedEvent<Publishing>) {
    const { organizationId } = parseStream(event.stream);
    return {
      jobs: (findPublishedFiles(event).fileIds ?? []).map((fileId) =>
        photoVariantsJob(fileKey(organizationId!, fileId)),
      ),
    };
  }
}
