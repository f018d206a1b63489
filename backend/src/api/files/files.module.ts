import { Module } from '@nestjs/common';
import { AuthModule } from '../../auth/auth.module.js';
import { FilesController } from './files.controller.js';
import { Decoders } from './formats/decoders.js';
import { Links } from './links.js';
import { ResumableUploadsController } from './uploads/resumable-uploads.controller.js';
import { ResumableUploads } from './uploads/resumable-uploads.js';
import { LinkedFiles } from './serve-files.js';
import { PublicPictures } from './serve-pictures.js';
import { Uploads } from './uploads/uploads.js';

@Module({
  imports: [AuthModule],
  controllers: [FilesController, ResumableUploadsController],
  providers: [Links, Decoders, Uploads, ResumableUploads, LinkedFiles, PublicPictures],
  exports: [Links, Uploads],
})
export class FilesModule {}
