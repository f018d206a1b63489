import { FileRecords } from '#platform/files/file-records.js';
import { Module } from '@nestjs/common';
import { PARTS, type Parts } from '../parts.js';
import { FilesController } from './files.controller.js';
import { Links } from './links.js';
import { Uploads } from './uploads.js';

@Module({
  controllers: [FilesController],
  providers: [
    { provide: FileRecords, useFactory: ({ secrets }: Parts) => new FileRecords(secrets), inject: [PARTS] },
    { provide: Links, useFactory: ({ signingKey }: Parts) => new Links(signingKey), inject: [PARTS] },
    { provide: Uploads, useFactory: (parts: Parts, records: FileRecords) => new Uploads({ ...parts, records }), inject: [PARTS, FileRecords] },
  ],
})
export class FilesModule {}
