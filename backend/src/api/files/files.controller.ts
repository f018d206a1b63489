import { type FileLinkParams, fileQueries } from '#domain/kernel/file.queries.js';
import type { FileLink, UploadedFile } from '#domain/kernel/file.views.js';
import { isReferredTo } from '#domain/kernel/files.js';
import { seesEverything } from '#domain/kernel/policy.js';
import { Clock } from '#platform/common/clock.js';
import { subjectOf } from '#platform/event-log/subject.js';
import { FileStore } from '#platform/files/file-store/file-store.js';
import { type FileRecord, FileRecords, fileKey, variantKey } from '#platform/files/file-records.js';
import { Controller, Get, HttpCode, Param, Post, Query, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { checkOrganization, idempotencyKey } from '../commands/command-headers.js';
import { AsMember, type Asker } from '../../auth/caller.js';
import { problem } from '../../http/problem.js';
import { SchemaPipe } from '../../http/schema.pipe.js';
import { fileProblem } from './file.words.js';
import { isPath } from './incoming.js';
import { Links } from './links.js';
import { LeadOwners } from '../../auth/lead-owners.js';
import { uploaderOf } from './uploader.js';
import { type Uploader, Uploads } from './uploads.js';

const uuid = z.uuid();

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
    const uploader = uploaderOf(request, asker);
    return this.uploads.counted(uploader, () => this.take(request, uploader));
  }

  private async take(request: FastifyRequest, asker: Uploader): Promise<UploadedFile> {
    const fileId = idempotencyKey(request.headers);
    checkOrganization(request.headers, asker.organizationId);
    if (!request.isMultipart()) throw fileProblem('file-missing');
    await this.uploads.checkRoom(fileId, Number(request.headers['content-length'] ?? 0), asker);
    const part = await request.file().catch((error: unknown) => {
      // Any other error of the form reader means that the body is no form.
      throw 'statusCode' in Object(error) ? error : problem('bad-request');
    });
    if (!part || part.fieldname !== 'file') throw fileProblem('file-missing');
    // Its name is not used: what it is, its bytes say, and where it is kept, its id. One that is a
    // path was made by no form of ours.
    try {
      if (isPath(part.filename)) throw fileProblem('file-name-refused');
      // Not ended when it is refused half way: what is still to come is read and dropped, so that
      // the client reads the answer.
      return await this.uploads.take(
        {
          fileId,
          declaredType: part.mimetype,
          content: part.file.iterator({ destroyOnReturn: false }),
        },
        asker,
      );
    } finally {
      part.file.resume();
    }
  }

  /**
   * A link for members who may see a record that refers to the file; for its owner from the
   * beginning.
   */
  @Get(path)
  async link(
    @Param('fileId') fileId: string,
    @Query(new SchemaPipe(params)) { variant: smaller }: FileLinkParams,
    @AsMember() asker: Asker,
  ): Promise<FileLink> {
    const key = fileKey(asker.organizationId, fileId.toLowerCase());
    const record = uuid.safeParse(fileId).success ? await this.records.find(key) : undefined;
    if (!record || !(await this.maySee(record, asker))) throw fileProblem('file-not-found');
    const hasSmaller =
      smaller && record.kind === 'image' && (await this.files.stat(variantKey(key, smaller)));
    // There may have been no queue when it was asked for: the next request for it finds it.
    if (smaller && record.kind === 'image' && !hasSmaller) this.uploads.askForVariants(key);
    const { kind, placeholder } = record;
    return {
      ...this.links.to(hasSmaller ? variantKey(key, smaller) : key, this.clock.now()),
      kind,
      ...(placeholder !== undefined && { placeholder }),
    };
  }

  /**
   * Until a record refers to a file, its owner alone sees it. The claim of an accepted command
   * counts as such a record, because reactors note the record later.
   */
  private async maySee(record: FileRecord, asker: Asker): Promise<boolean> {
    const { owner, publishedTo, claimedBy, usedBy = claimedBy } = record;
    if (owner === asker.id || publishedTo !== undefined) return true;
    if (!isReferredTo(record) && claimedBy === undefined) return false;
    if (seesEverything(asker.role)) return true;
    // A logo is the organization's own.
    if (usedBy === `organization-${asker.organizationId}`) return true;
    const leadId =
      record.leadId ?? (claimedBy?.startsWith('lead-') ? subjectOf(claimedBy).id : undefined);
    return (
      leadId !== undefined && (await this.owners.ownerOf(asker.organizationId, leadId)) === asker.id
    );
  }
}
