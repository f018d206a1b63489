import {
  type OfferEvent,
  type PackageEvent,
  type ProductEvent,
  offerEvents,
  packageEvents,
  productEvents,
} from '#domain/catalogue/catalogue.events.js';
import type { MessageNamed } from '#domain/kernel/message.js';
import type { EventLog } from '#platform/event-log/event-log.js';
import { subjectOf } from '#platform/event-log/subject.js';
import { type FileRecords, type Readers, fileKey, photoVariantsJob } from '#platform/files/file-records.js';
import type { FileStore } from '#platform/files/file-store/file-store.js';
import type { Reactor } from '#platform/jobs/reactors/reactor.js';
import { removeFile } from '../files/remove-file.js';

type Publishing =
  | MessageNamed<ProductEvent, 'ProductAdded' | 'ProductEdited'>
  | MessageNamed<PackageEvent, 'PackageAdded' | 'PackageEdited'>
  | MessageNamed<OfferEvent, 'OfferAdded' | 'OfferEdited'>;
type Deleting =
  MessageNamed<ProductEvent, 'ProductDeleted'> | MessageNamed<PackageEvent, 'PackageDeleted'> | MessageNamed<OfferEvent, 'OfferDeleted'>;
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

/** Which files are shown from an event on, and to whom: products and packages have pages that are open to everybody. */
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

const isPublishing = (event: { readonly type: string }): event is Publishing => Object.hasOwn(publishing, event.type);

type Parts = { readonly log: Pick<EventLog, 'read'>; readonly files: FileStore; readonly records: FileRecords };

/** What is shown is everybody’s or the members’ to see; what was shown, and by no other record is, goes, its smaller pictures with it. */
export const filesOfCatalogue = ({ log, ...store }: Parts): Reactor<Publishing | Deleting> => ({
  name: 'files-of-catalogue',
  events: { ...publishing, ...deleting },
  async react(event) {
    const { organizationId } = subjectOf(event.stream);
    const { fileIds: now = undefined, to = 'members' } = isPublishing(event) ? publishedIn(event) : { fileIds: [] };
    if (now === undefined) return {};
    for (const fileId of now) await store.records.publish(fileKey(organizationId!, fileId), to, event.stream);
    const history = await log.read<Publishing | Deleting>(event.stream);
    const earlier = history.flatMap((past) => (past.revision < event.revision && isPublishing(past) ? (publishedIn(past).fileIds ?? []) : []));
    for (const fileId of new Set(earlier)) {
      const key = fileKey(organizationId!, fileId);
      if (!now.includes(fileId) && (await store.records.unpublish(key, event.stream))) await removeFile(store, key);
    }
    return {};
  },
});

/** Smaller pictures are due, whatever became of the job that the upload asked for. Apart from who may see them, which waits for no queue. */
export const picturesOfCatalogue: Reactor<Publishing> = {
  name: 'pictures-of-catalogue',
  events: publishing,
  react(event) {
    const { organizationId } = subjectOf(event.stream);
    return { jobs: (publishedIn(event).fileIds ?? []).map((fileId) => photoVariantsJob(fileKey(organizationId!, fileId))) };
  },
};
