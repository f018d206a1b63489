import {
  type OfferEvent,
  type PackageEvent,
  type ProductEvent,
  offerEvents,
  packageEvents,
  productEvents,
} from '#domain/catalogue/catalogue.events.js';
import type { MessageNamed } from '#domain/kernel/message.js';
import { subjectOf } from '#platform/event-log/subject.js';
import { type FileRecords, type Readers, fileKey, photoVariantsJob } from '#platform/files/file-records.js';
import type { Reactor } from '#platform/jobs/reactors/reactor.js';

type Publishing =
  | MessageNamed<ProductEvent, 'ProductAdded' | 'ProductEdited'>
  | MessageNamed<PackageEvent, 'PackageAdded' | 'PackageEdited'>
  | MessageNamed<OfferEvent, 'OfferAdded' | 'OfferEdited'>;
type Published = { readonly fileIds: readonly string[]; readonly to: Readers };

const events = {
  ProductAdded: productEvents.ProductAdded,
  ProductEdited: productEvents.ProductEdited,
  PackageAdded: packageEvents.PackageAdded,
  PackageEdited: packageEvents.PackageEdited,
  OfferAdded: offerEvents.OfferAdded,
  OfferEdited: offerEvents.OfferEdited,
};

/** Which files an event shows, and to whom: products and packages have pages that are open to everybody. */
function publishedIn(event: Publishing): Published {
  const files = (fileIds: readonly (string | null | undefined)[], to: Readers): Published => ({
    fileIds: fileIds.filter((id) => typeof id === 'string'),
    to,
  });
  switch (event.type) {
    case 'ProductAdded':
      return files(event.data.imageFileIds ?? [], 'everybody');
    case 'ProductEdited':
      return files(event.data.changes.imageFileIds ?? [], 'everybody');
    case 'PackageAdded':
      return files([event.data.imageFileId], 'everybody');
    case 'PackageEdited':
      return files([event.data.changes.imageFileId], 'everybody');
    case 'OfferAdded':
      return files([event.data.fileId], 'members');
    case 'OfferEdited':
      return files([event.data.changes.fileId], 'members');
  }
}

export const filesOfCatalogue = (records: FileRecords): Reactor<Publishing> => ({
  name: 'files-of-catalogue',
  events,
  async react(event) {
    const { organizationId } = subjectOf(event.stream);
    const { fileIds, to } = publishedIn(event);
    for (const fileId of fileIds) await records.publish(fileKey(organizationId!, fileId), to);
    return {};
  },
});

/** Smaller pictures are due, whatever became of the job that the upload asked for. Apart from who may see them, which waits for no queue. */
export const picturesOfCatalogue: Reactor<Publishing> = {
  name: 'pictures-of-catalogue',
  events,
  react(event) {
    const { organizationId } = subjectOf(event.stream);
    return { jobs: publishedIn(event).fileIds.map((fileId) => photoVariantsJob(fileKey(organizationId!, fileId))) };
  },
};
