import { Controller, Delete, Get, HttpCode, Param, Patch, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AsMember, type Asker } from '../../../auth/caller.js';
import { checkOrganization } from '../../commands/command-headers.js';
import { SchemaPipe } from '../../../http/schema.pipe.js';
import { ResumableUploads, type TusAnswer } from './resumable-uploads.js';
import { getUploader } from './uploader.js';
import { Uploads } from './uploads.js';

const fileIdSchema = z.uuid().toLowerCase();

/** The tus protocol (https://tus.io): create, append, ask for the offset, cancel. */
@Controller('api/uploads')
export class ResumableUploadsController {
  constructor(
    private readonly resumable: ResumableUploads,
    private readonly uploads: Uploads,
  ) {}

  @Post()
  async begin(
    @Req() request: FastifyRequest,
    @AsMember() asker: Asker,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    checkOrganization(request.headers, asker.organizationId);
    send(reply, await this.resumable.begin(request, getUploader(request, asker)));
  }

  /** Called by HEAD. */
  @Get(':fileId')
  async find(
    @Req() request: FastifyRequest,
    @Param('fileId', new SchemaPipe(fileIdSchema)) fileId: string,
    @AsMember() asker: Asker,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    send(reply, await this.resumable.find(request, fileId, getUploader(request, asker)));
  }

  @Patch(':fileId')
  async append(
    @Req() request: FastifyRequest,
    @Param('fileId', new SchemaPipe(fileIdSchema)) fileId: string,
    @AsMember() asker: Asker,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const uploader = getUploader(request, asker);
    send(
      reply,
      await this.uploads.withUploadSlot(uploader, () =>
        this.resumable.append(request, fileId, uploader),
      ),
    );
  }

  @Delete(':fileId')
  @HttpCode(204)
  async remove(
    @Req() request: FastifyRequest,
    @Param('fileId', new SchemaPipe(fileIdSchema)) fileId: string,
    @AsMember() asker: Asker,
  ): Promise<void> {
    await this.resumable.remove(fileId, getUploader(request, asker));
  }
}

function send(reply: FastifyReply, { status, headers }: TusAnswer): void {
  void reply.code(status).headers(headers).send();
}
