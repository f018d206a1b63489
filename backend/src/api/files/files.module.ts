import { Module } from '@nestjs/common';
import { FilesController } from './files.controller.js';
import { Links } from './links.js';
import { ResumableUploadsController } from './resumable-uploads.controller.js';
import { ResumableUploads } from './resumable-uploads.js';
import { Uploads } from './uploads.js';

@Module({
  controllers: [FilesController, ResumableUploadsController],
  providers: [Links, Uploads, ResumableUploads],
  exports: [Links, Uploads],
})
export class FilesModule {}
