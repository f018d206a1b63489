import { type AddressParams, leadQueries } from '#domain/leads/lead.queries.js';
import type { FoundAddress } from '#domain/leads/lead.views.js';
import { Controller, Get, Query } from '@nestjs/common';
import { type Caller, SignedIn } from '../auth/caller.js';
import { RateLimits } from '../http/rate-limits.js';
import { SchemaPipe } from '../http/schema.pipe.js';
import { rateLimitId } from '../auth/sessions/sessions.js';
import { Geocoder } from './geocoder/geocoder.js';

const { path, params } = leadQueries.FindAddress;

@Controller()
export class AddressesController {
  constructor(
    private readonly limits: RateLimits,
    private readonly geocoder: Geocoder,
  ) {}

  /**
   * Answers the address, if there is one. A failure is no error: forms continue with coordinates.
   */
  @Get(path)
  async address(
    @SignedIn() caller: Caller,
    @Query(new SchemaPipe(params)) place: AddressParams,
  ): Promise<FoundAddress> {
    await this.limits.count('addresses', rateLimitId(caller.session));
    const address = await this.geocoder.findAddress(place);
    return { ...(address !== undefined && { address }) };
  }
}
