import { place as placeSchema } from '#domain/kernel/schema.js';
import type { FoundAddress } from '#domain/kernel/views.js';
import { Controller, Get, Query } from '@nestjs/common';
import { z } from 'zod';
import { type Caller, SignedIn } from '../auth/caller.js';
import { RateLimits } from '../http/rate-limits.js';
import { SchemaPipe } from '../http/schema.pipe.js';
import { limitedIdOf } from '../auth/sessions.js';
import { Geocoder } from './geocoder/geocoder.js';

/** In degrees. Left out is not 0, which is a place. */
const degrees = z
  .string()
  .regex(/^-?\d{1,3}(\.\d{1,12})?$/, 'This must be a number of degrees')
  .transform(Number);
const addressForm = z.strictObject({ lat: degrees.pipe(placeSchema.shape.lat), lng: degrees.pipe(placeSchema.shape.lng) });

@Controller('api/geocode')
export class AddressesController {
  constructor(
    private readonly limits: RateLimits,
    private readonly geocoder: Geocoder,
  ) {}

  /** An address where there is one. Without, forms go on with coordinates: whatever is wrong is no error. */
  @Get()
  async address(@SignedIn() caller: Caller, @Query(new SchemaPipe(addressForm)) place: z.output<typeof addressForm>): Promise<FoundAddress> {
    await this.limits.count('addresses', limitedIdOf(caller.session));
    const address = await this.geocoder.addressOf(place);
    return { ...(address !== undefined && { address }) };
  }
}
