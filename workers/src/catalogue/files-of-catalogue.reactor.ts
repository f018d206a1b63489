import {
  type OfferEvent,
  type PackageEvent,
  type ProductEvent,
  offerEvents,
  packageEvents,
  productEvents,
} from '#domain/catalogue/catalogue.events.js';
import { type Readers, shownTo } from '#domain/kernel/files.js';
import type { MessageNamed } from '#domain/kernel/message.js';
import { Clock } from '#platform/common/clock.js';
import { EventLog, type RecordedEvent } from '#platform/event-log/event-log.js';
import { subjectOf } from '#platform/event-log/subject.js';
import { FileRecords, fileKey, photoVariantsJob } from '#platform/files/file-records.js';
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
/** No file ids: the event says nothing of them. */
type Published = { readonly fileIds: readonly string[] | undefined; readonly to: Readers };

const publishing = {
  ProductAdded: productEvents.ProductAdded,
  ProductEdited: productEvents.ProductEdited,
  PackageAdded: packageEvents.PackageAdded,
  PackageEdited: packageEvents.PackageEdited,
  OfferAdded: offerEvents.OfferAdded,
  OfferEdited: offerEvents.OfferEdited,
};
const deleting = {
  ProductDeleted: productEvents.ProductDeleted,
  PackageDeleted: packageEvents.PackageDeleted,
  OfferDeleted: offerEvents.OfferDeleted,
};

const one = (fileId: string | null | undefined): readonly string[] | undefined =>
  fileId === undefined ? undefined : fileId === null ? [] : [fileId];

/**
 * Returns the files that an event publishes. Products and packages have public pages; offers are
 * for members.
 */
function publishedIn(event: Publishing): Published {
  switch (event.type) {
    case 'ProductAdded':
      return { fileIds: event.data.imageFileIds, to: 'everybody' };
    case 'ProductEdited':
      return { fileIds: event.data.changes.imageFileIds, to: 'everybody' };
    case 'PackageAdded':
      return { fileIds: one(event.data.imageFileId), to: 'everybody' };
    case 'PackageEdited':
      return { fileIds: one(event.data.changes.imageFileId), to: 'everybody' };
    case 'OfferAdded':
      return { fileIds: one(event.data.fileId), to: 'members' };
    case 'OfferEdited':
      return { fileIds: one(event.data.changes.fileId), to: 'members' };
  }
}

const isPublishing = (event: { readonly type: string }): event is Publishing =>
  Object.hasOwn(publishing, event.type);
const isDeleting = ({ type }: { readonly type: string }): boolean => Object.hasOwn(deleting, type);
const nothing: Published = { fileIds: [], to: 'members' };
const silent: Published = { ...nothing, fileIds: undefined };

/**
 * Publishes the files that a catalogue record shows and unpublishes those that it shows no more.
 * Reads the whole stream as it is now, because events may arrive late and more than once.
 */
@EventReactor()
export class FilesOfCatalogue implements Reactor<Publishing | Deleting> {
  readonly name = 'files-of-catalogue';
  readonly events = { ...publishing, ...deleting };

  constructor(
    private readonly log: EventLog,
    private readonly records: FileRecords,
    private readonly clock: Clock,
  ) {}

  async react({ stream }: RecordedEvent<Publishing | Deleting>) {
    const { log, records, clock } = this;
    const { organizationId } = subjectOf(stream);
    const history = await log.read<Publishing | Deleting>(stream);
    const shown = history.map((event): Published =>
      isPublishing(event) ? publishedIn(event) : isDeleting(event) ? nothing : silent,
    );
    const { fileIds: now = [], to } =
      shown.findLast(({ fileIds }) => fileIds !== undefined) ?? nothing;
    for (const fileId of now)
      await records.change(fileKey(organizationId!, fileId), (file) => shownTo(file, to, stream));
    for (const fileId of new Set(shown.flatMap(({ fileIds = [] }) => fileIds)))
      if (!now.includes(fileId))
        await records.unpublish(fileKey(organizationId!, fileId), stream, clock.now());
    return {};
  }
}

/**
 * Smaller pictures are due, whatever became of the job that the upload asked for. Apart from who
 * may see them, which waits for no queue.
 */
@EventReactor()
export class PicturesOfCatalogue implements Reactor<Publishing> {
  readonly name = 'pictures-of-catalogue';
  readonly events = publishing;

  react(event: RecordedEvent<Publishing>) {
    const { organizationId } = subjectOf(event.stream);
    return {
      jobs: (publishedIn(event).fileIds ?? []).map((fileId) =>
        photoVariantsJob(fileKey(organizationId!, fileId)),
      ),
    };
  }
}
