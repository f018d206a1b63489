import { WriteSide } from '#platform/write-side/write-side.js';
import { Module } from '@nestjs/common';
import { FilesController } from './files.controller.js';
import { Links } from './links.js';
import { ResumableUploadsController } from './resumable-uploads.controller.js';
import { ResumableUploads } from './resumable-uploads.js';
import { Uploads } from './uploads.js';

@Module({
  controllers: [FilesController, ResumableUploadsController],
  providers: [{ provide: Links, useFactory: ({ signing }: WriteSide) => new Links(signing), inject: [WriteSide] }, Uploads, ResumableUploads],
  exports: [Links, Uploads],
})
export class FilesModule {}
