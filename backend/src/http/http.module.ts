import { Module } from '@nestjs/common';
import { LoadShedder } from './load/load-shedding.js';
import { PageViews } from './page-views.js';
import { RateLimits } from './rate-limits.js';

const providers = [
  RateLimits,
  PageViews,
  { provide: LoadShedder, useFactory: () => new LoadShedder() },
];

/** Limits and counts of requests. */
@Module({ providers, exports: providers })
export class HttpModule {}
