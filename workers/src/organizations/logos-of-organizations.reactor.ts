import { keptBy } from '#domain/kernel/files.js';
import type { MessageNamed } from '#domain/kernel/message.js';
import { type OrganizationEvent, organizationEvents } from '#domain/organizations/organization.events.js';
import { subjectOf } from '#platform/event-log/subject.js';
import { type FileRecords, fileKey, photoVariantsJob } from '#platform/files/file-records.js';
import type { Reactor } from '#platform/jobs/reactors/reactor.js';

const { OrganizationDetailsChanged } = organizationEvents;

/** A logo belongs to the organization: every member may see it, and it stays. */
export const logosOfOrganizations = (records: FileRecords): Reactor<MessageNamed<OrganizationEvent, 'OrganizationDetailsChanged'>> => ({
  name: 'logos-of-organizations',
  events: { OrganizationDetailsChanged },
  async react({ stream, data: { logoFileId } }) {
    if (!logoFileId) return {};
    const organizationId = subjectOf(stream).id;
    const key = fileKey(organizationId, logoFileId);
    await records.change(key, (file) => keptBy(file, stream));
    return { jobs: [photoVariantsJob(key)] };
  },
});
