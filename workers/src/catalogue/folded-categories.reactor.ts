import { type CategoryEvent, categoryEvents } from '#domain/catalogue/category.commands.js';
import type { RecordedEvent } from '#platform/event-log/event-log.js';
import { parseStream } from '#platform/event-log/subject.js';
import { EventReactor } from '#platform/jobs/reactors/event-reactor.js';
import type { Reaction, Reactor } from '../reactor.js';

/**
 * Claims the folded name of each category from older builds, so that no similar one can be added. A
 * category whose folded name is taken keeps its name without a claim.
 */
@EventReactor()
export class FoldedCategories implements Reactor<CategoryEvent> {
  readonly name = 'folded-categories';
  readonly events = categoryEvents;
  readonly readsWholeLog = true;

  react({ stream, metadata: { actorId, organizationId } }: RecordedEvent<CategoryEvent>): Reaction {
    const command = { type: 'FoldCategory' as const, data: { categoryId: parseStream(stream).id } };
    return { commands: [{ command, actorId, organizationId, to: stream }] };
  }
}
