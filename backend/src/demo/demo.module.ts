import type { Config } from '#platform/common/config/config.js';
import { type DynamicModule, Module } from '@nestjs/common';
import { FilesModule } from '../api/files/files.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { DemoController } from './demo.controller.js';
import { Demo } from './fill.js';
import { QuotationAnswers } from './quotation-answers.js';
import { QuotationSteps } from './quotation-steps.js';
import { WatchDemoController } from './watch-demo.controller.js';

/** Sample data for `npm run demo` and Watch Demo. */
@Module({})
export class DemoModule {
  static forRoot({ hasDevInbox, demo }: Config): DynamicModule {
    return {
      module: DemoModule,
      imports: [AuthModule, FilesModule],
      controllers: [
        ...(hasDevInbox ? [DemoController] : []),
        ...(demo ? [WatchDemoController] : []),
      ],
      providers: [Demo, QuotationAnswers, QuotationSteps],
    };
  }
}
