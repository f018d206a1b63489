import { place } from '#domain/kernel/schema.js';
import type { FoundAddress } from '#domain/kernel/views.js';
import { Controller, Get, Inject, Query } from '@nestjs/common';
import { z } from 'zod';
import { AsMember, type Asker } from '../http/caller.js';
import { parsed } from '../http/parsed.js';
import { countAgainst } from '../http/rate-limits.js';
import { PARTS, type Parts } from '../parts.js';

/** More than anybody stands at in a minute: the geocoder is everybody's. */
const asked = { kind: 'addresses-of-minute', most: 30, seconds: 60 } as const;

/** In degrees. Left out is not 0, which is a place. */
const degrees = z
  .string()
  .regex(/^-?\d{1,3}(\.\d{1,12})?$/, 'This must be a number of degrees')
  .transform(Number);
const addressForm = z.strictObject({ lat: degrees.pipe(place.shape.lat), lng: degrees.pipe(place.shape.lng) });

/** What may be asked, for its description. */
export const addressQuestions = { 'GET /api/geocode': addressForm };

@Controller('api/geocode')
export class AddressesController {
  constructor(@Inject(PARTS) private readonly parts: Parts) {}

  /** An address where there is one. Without, forms go on with coordinates: whatever is wrong is no error. */
  @Get()
  async address(@AsMember() asker: Asker, @Query() query: unknown): Promise<FoundAddress> {
    const where = parsed(addressForm, { ...(query as object) });
    await countAgainst(this.parts.rates, asked, asker.id);
    const address = await this.parts.geocoder.addressOf(where);
    return { ...(address !== undefined && { address }) };
  }
}
