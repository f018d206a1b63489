import { photoVariantsJob } from '#domain/jobs.js';
import { addRecordUse } from '#domain/kernel/files/files.js';
import type { MessageNamed } from '#domain/kernel/texts/message.js';
import {
  type OrganizationEvent,
  organizationEvents,
} from '#domain/organizations/organization.events.js';
import type { RecordedEvent } from '#platform/event-log/event-log.js';
import { parseStream } from '#platform/event-log/subject.js';
import { FileRecords, fileKey } from '#platform/files/file-records.js';
import { EventReactor } from '#platform/jobs/reactors/event-reactor.js';
import type { Reactor } from '../reactor.js';

type Changed = MessageNamed<OrganizationEvent, 'OrganizationDetailsChanged'>;

const { OrganizationDetailsChanged } = organizationEvents;

/** Keeps a logo with its organization, and lets every member see it. */
@EventReactor()
export class LogosOfOrganizations implements Reactor<Changed> {
  readonly name = 'logos-of-organizations';
  readonly events = { OrganizationDetailsChanged };

  constructor(private readonly records: FileRecords) {}

  async react({ stream, data: { logoFileId } }: RecordedEvent<Changed>) {
    if (!logoFileId) return {};
    const organizationId = parseStream(stream).id;
    const key = fileKey(organizationId, logoFileId);
    await this.records.change(key, (file) => addRecordUse(file, stream));
    return { jobs: [photoVariantsJob(key)] };
  }
}
