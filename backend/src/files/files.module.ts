import { WriteSide } from '#platform/write-side/write-side.js';
import { Module } from '@nestjs/common';
import { FilesController } from './files.controller.js';
import { Links } from './links.js';
import { Uploads } from './uploads.js';

@Module({
  controllers: [FilesController],
  providers: [{ provide: Links, useFactory: ({ signing }: WriteSide) => new Links(signing), inject: [WriteSide] }, Uploads],
  exports: [Links, Uploads],
})
export class FilesModule {}
