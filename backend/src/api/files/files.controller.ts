import { type FileLinkParams, fileQueries } from '#domain/kernel/files/file.queries.js';
import type { FileLink, UploadedFile } from '#domain/kernel/files/file.views.js';
import { isUsed, mayHavePicture } from '#domain/kernel/files/files.js';
import { seesEverything } from '#domain/kernel/policy.js';
import { Clock } from '#platform/common/clock.js';
import { parseStream } from '#platform/event-log/subject.js';
import { FileStore } from '#platform/files/file-store/file-store.js';
import { type FileRecord, FileRecords, fileKey, variantKey } from '#platform/files/file-records.js';
import { Controller, Get, HttpCode, Param, Post, Query, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { checkOrganization, parseIdempotencyKey } from '../commands/command-headers.js';
import { AsMember, type Asker } from '../../auth/caller.js';
import { problem } from '../../http/problems/problem.js';
import { SchemaPipe } from '../../http/schema.pipe.js';
import { fileProblem } from './file.problems.js';
import { isPath } from './uploads/incoming.js';
import { Links } from './links.js';
import { LeadOwners } from '../../auth/people/lead-owners.js';
import { getUploader } from './uploads/uploader.js';
import { type Uploader, Uploads } from './uploads/uploads.js';

const uuidSchema = z.uuid();

const { path, params } = fileQueries.GetFileLink;

@Controller()
export class FilesController {
  constructor(
    private readonly uploads: Uploads,
    private readonly records: FileRecords,
    private readonly links: Links,
    private readonly owners: LeadOwners,
    private readonly files: FileStore,
    private readonly clock: Clock,
  ) {}

  @Post('api/files')
  @HttpCode(200)
  upload(@Req() request: FastifyRequest, @AsMember() asker: Asker): Promise<UploadedFile> {
    const uploader = getUploader(request, asker);
    return this.uploads.withUploadSlot(uploader, () => this.receiveMultipart(request, uploader));
  }

  private async receiveMultipart(
    request: FastifyRequest,
    uploader: Uploader,
  ): Promise<UploadedFile> {
    const fileId = parseIdempotencyKey(request.headers);
    checkOrganization(request.headers, uploader.organizationId);
    if (!request.isMultipart()) throw fileProblem('file-missing');
    await this.uploads.checkQuota(fileId, Number(request.headers['content-length'] ?? 0), uploader);
    const part = await request.file().catch((error: unknown) => {
      // Errors without a status code mean a malformed form.
      throw 'statusCode' in Object(error) ? error : problem('bad-request');
    });
    if (!part || part.fieldname !== 'file') throw fileProblem('file-missing');
    // The file name is ignored, but a path in it is refused: our forms never send one.
    try {
      if (isPath(part.filename)) throw fileProblem('file-name-refused');
      return await this.uploads.storeUpload(
        {
          fileId,
          declaredType: part.mimetype,
          content: part.file.iterator({ destroyOnReturn: false }),
        },
        uploader,
      );
    } finally {
      // Drains the stream of a refused file, so that the client reads the answer.
      part.file.resume();
    }
  }

  /**
   * Creates a link for members who may see a record that refers to the file; its uploader may
   * always.
   */
  @Get(path)
  async createLink(
    @Param('fileId') fileId: string,
    @Query(new SchemaPipe(params)) { variant }: FileLinkParams,
    @AsMember() asker: Asker,
  ): Promise<FileLink> {
    const key = fileKey(asker.organizationId, fileId.toLowerCase());
    const record = uuidSchema.safeParse(fileId).success ? await this.records.find(key) : undefined;
    if (!record || !(await this.maySee(record, asker))) throw fileProblem('file-not-found');
    const canHaveVariant = variant && mayHavePicture(record);
    const hasVariant = canHaveVariant && (await this.files.stat(variantKey(key, variant)));
    // The variants' job may be missing because there was no queue, so it is added again.
    if (canHaveVariant && !hasVariant) this.uploads.requestVariants(key);
    const { placeholder } = record;
    // A variant of a PDF is a picture of its first page.
    const kind = hasVariant ? 'image' : record.kind;
    return {
      ...this.links.createLink(hasVariant ? variantKey(key, variant) : key, this.clock.now()),
      kind,
      ...(placeholder !== undefined && { placeholder }),
    };
  }

  /**
   * Whether the asker may see the file. Until a record refers to it, only its uploader may. A file
   * named by an accepted command counts, because reactors record the reference later.
   */
  private async maySee(record: FileRecord, asker: Asker): Promise<boolean> {
    const { owner, publishedTo, claimedBy } = record;
    if (owner === asker.id || publishedTo !== undefined) return true;
    if (!isUsed(record) && claimedBy === undefined) return false;
    if (seesEverything(asker.role)) return true;
    // A logo belongs to the organization itself. Until a reactor records its use, the claim counts.
    const usedBy = record.usedBy ?? claimedBy;
    if (usedBy === `organization-${asker.organizationId}`) return true;
    const leadId =
      record.leadId ?? (claimedBy?.startsWith('lead-') ? parseStream(claimedBy).id : undefined);
    return (
      leadId !== undefined &&
      (await this.owners.findOwner(asker.organizationId, leadId)) === asker.id
    );
  }
}
