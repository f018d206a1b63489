import type { RecordedEvent } from '../../event-log/event-log.js';
import { type BrokenChain, createChainVerifier } from '../../sealing/chain.js';

/** Verifies the hash chain of a stream that was read from its start. */
export function verifyChain(events: readonly RecordedEvent[]): BrokenChain | undefined {
  const verify = createChainVerifier();
  for (const [revision, event] of events.entries()) {
    if (event.stream !== events[0]!.stream)
      return { stream: event.stream, revision, because: 'missing' };
    const broken = verify(event);
    if (broken) return broken;
  }
  return undefined;
}
