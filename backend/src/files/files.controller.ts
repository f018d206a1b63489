import type { FileLink, UploadedFile } from '#domain/accounts/account.views.js';
import { seesEverything } from '#domain/kernel/policy.js';
import { type FileRecord, FileRecords, fileKey, variantKey, variants } from '#platform/files/file-records.js';
import { Controller, Get, HttpCode, Inject, Param, Post, Query, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { checkOrganization, idempotencyKey } from '../commands/command-headers.js';
import { AsMember, type Asker } from '../http/caller.js';
import { PARTS, type Parts } from '../parts.js';
import { fileProblem } from './file.words.js';
import { Links } from './links.js';
import { LeadOwners } from './lead-owners.js';
import { Uploads } from './uploads.js';

const wantedVariant = z.enum(variants).optional().catch(undefined);
const uuid = z.uuid();

/** What may be asked, for its description. */
export const fileQuestions = { 'GET /api/files/:fileId': z.object({ variant: z.enum(variants).optional() }) };

@Controller('api/files')
export class FilesController {
  constructor(
    private readonly uploads: Uploads,
    private readonly records: FileRecords,
    private readonly links: Links,
    private readonly owners: LeadOwners,
    @Inject(PARTS) private readonly parts: Parts,
  ) {}

  @Post()
  @HttpCode(200)
  async upload(@Req() request: FastifyRequest, @AsMember() asker: Asker): Promise<UploadedFile> {
    const fileId = idempotencyKey(request.headers);
    checkOrganization(request.headers, asker.organizationId);
    if (!request.isMultipart()) throw fileProblem('file-missing');
    const part = await request.file();
    if (!part || part.fieldname !== 'file') throw fileProblem('file-missing');
    // Its name is never used: what it is, its bytes say, and where it is kept, its id.
    try {
      // Not ended when it is refused half way: what is still to come is read and dropped, so that the answer is heard.
      return await this.uploads.take({ fileId, declaredType: part.mimetype, content: part.file.iterator({ destroyOnReturn: false }) }, asker);
    } finally {
      part.file.resume();
    }
  }

  /** A link for whoever may see a record that speaks of the file; for its owner from the beginning. */
  @Get(':fileId')
  async link(@Param('fileId') fileId: string, @Query('variant') variant: unknown, @AsMember() asker: Asker): Promise<FileLink> {
    const key = fileKey(asker.organizationId, fileId.toLowerCase());
    const record = uuid.safeParse(fileId).success ? await this.records.find(key) : undefined;
    if (!record || !(await this.maySee(record, asker))) throw fileProblem('file-not-found');
    const smaller = wantedVariant.parse(variant);
    const hasSmaller = smaller && record.kind === 'image' && (await this.parts.files.stat(variantKey(key, smaller)));
    // Whoever asked for it may have found no queue: the next look finds it.
    if (smaller && record.kind === 'image' && !hasSmaller) this.uploads.askForVariants(key);
    return { ...this.links.to(hasSmaller ? variantKey(key, smaller) : key, this.parts.clock.now()), kind: record.kind };
  }

  private async maySee(record: FileRecord, asker: Asker): Promise<boolean> {
    if (seesEverything(asker.role) || record.owner === asker.id) return true;
    return record.leadId !== undefined && (await this.owners.ownerOf(asker.organizationId, record.leadId)) === asker.id;
  }
}
