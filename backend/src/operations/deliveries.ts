import { Clock } from '#platform/common/clock.js';
import { KeyValueStore } from '#platform/storage/key-value-store/key-value-store.js';
import { Injectable } from '@nestjs/common';

/** States of a message in rising order. A later state wins, whatever the order of reports. */
export const deliveryStates = ['sent', 'failed', 'delivered', 'read'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** `at` is the service's time, `code` its reason for a failure. Holds no number and no text. */
export type Delivery = {
  readonly state: DeliveryState;
  readonly at: string;
  readonly code?: number;
};

/** Retention: long enough to ask why a code did not arrive. */
const RETENTION_MS = 7 * 24 * 60 * 60_000;
const kind = 'message-delivery';

/** Delivery states by message id. The service reports late, repeatedly and out of order. */
@Injectable()
export class Deliveries {
  private readonly counted = new Map<DeliveryState, number>(
    deliveryStates.map((state) => [state, 0]),
  );

  constructor(
    private readonly secrets: KeyValueStore,
    private readonly clock: Clock,
  ) {}

  /** @returns whether the state has advanced */
  async record(messageId: string, delivery: Delivery): Promise<boolean> {
    const expiresAt = new Date(Date.parse(this.clock.now()) + RETENTION_MS).toISOString();
    const recorded = await this.secrets.update<Delivery>(kind, messageId, (known) =>
      known && rank(known) >= rank(delivery) ? undefined : { value: delivery, expiresAt },
    );
    const hasAdvanced = recorded === delivery;
    if (hasAdvanced) this.counted.set(delivery.state, this.counted.get(delivery.state)! + 1);
    return hasAdvanced;
  }

  async find(messageId: string): Promise<Delivery | undefined> {
    return (await this.secrets.get<Delivery>(kind, messageId))?.value;
  }

  /** Number of messages by reported state, since this process started. */
  counts(): ReadonlyMap<DeliveryState, number> {
    return this.counted;
  }
}

const rank = ({ state }: Delivery): number => deliveryStates.indexOf(state);
