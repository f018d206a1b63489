import { type EventLog, BEFORE_ALL } from '#platform/event-log/event-log.js';
import { readBatchesAfter } from '#platform/event-log/events-after.js';
import { parseStream } from '#platform/event-log/subject.js';
import { type Scope, readScope } from './scope.js';

/** Every organization that was ever founded here, in that order. Reads the whole log. */
export async function* listOrganizations(
  log: Pick<EventLog, 'read' | 'readAll'>,
): AsyncGenerator<Scope> {
  for await (const events of readBatchesAfter(log, BEFORE_ALL))
    for (const { type, stream } of events)
      if (type === 'OrganizationFounded') yield await readScope(log, parseStream(stream).id);
}
