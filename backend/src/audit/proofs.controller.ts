import { type ProofKind, proofKinds } from '#domain/audit/audit.values.js';
import { type ProofParams, auditQueries } from '#domain/audit/audit.queries.js';
import { parseId } from '#domain/kernel/schema.js';
import { PROOF_FILE_ENDING } from '#platform/proof/proof-file.js';
import { Controller, Get, Param, Query, StreamableFile } from '@nestjs/common';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { AccessLog } from '../api/access/access-log.js';
import { AsMember, type Asker } from '../auth/caller.js';
import { problem } from '../http/problems/problem.js';
import { SchemaPipe } from '../http/schema.pipe.js';
import { AuditLinks } from './audit-links.js';
import { Proofs } from './proofs.js';

const { GetProof: proof, GetLinkedProof: linkedProof } = auditQueries;
const compress = promisify(gzip);

/** Proof files of records. Each is recorded in the access log before it is answered. */
@Controller()
export class ProofsController {
  constructor(
    private readonly proofs: Proofs,
    private readonly links: AuditLinks,
    private readonly access: AccessLog,
  ) {}

  @Get(proof.path)
  async proof(
    @AsMember() asker: Asker,
    @Param('kind') name: string,
    @Param('id') idText: string,
    @Query(new SchemaPipe(proof.params)) { earlier }: ProofParams,
  ): Promise<StreamableFile> {
    const kind = parseKind(name);
    const id = parseId(idText) ?? idText;
    const text = await this.proofs.create({ ...asker, kind, id }, earlier);
    await this.access.record(asker, { type: 'OpenProof', data: { about: { kind, recordId: id } } });
    return toFile(text, kind, id);
  }

  /** Events outside the link's period are withheld. */
  @Get(linkedProof.path)
  async linkedProof(
    @Param('token') token: string,
    @Param('kind') name: string,
    @Param('id') idText: string,
    @Query(new SchemaPipe(linkedProof.params)) { earlier }: ProofParams,
  ): Promise<StreamableFile> {
    const kind = parseKind(name);
    const id = parseId(idText) ?? idText;
    const openedLink = await this.links.find(token);
    if (!openedLink) throw problem('not-found');
    const { link, organization } = openedLink;
    const { id: organizationId, timeZone } = organization;
    const period = { from: link.from, to: link.to };
    const record = { kind, id, organizationId, timeZone, role: undefined, period };
    const text = await this.proofs.create(record, earlier);
    await this.access.record(
      { id: link.createdBy, organizationId },
      {
        type: 'UseAuditLink',
        data: { linkId: link.linkId, export: 'proof', about: { kind, recordId: id } },
      },
    );
    return toFile(text, kind, id);
  }
}

/** @throws Problem for a kind of record without a proof */
function parseKind(name: string): ProofKind {
  const kind = proofKinds.find((known) => known === name);
  if (kind === undefined) throw problem('unknown-path');
  return kind;
}

async function toFile(text: string, kind: ProofKind, id: string): Promise<StreamableFile> {
  const name = `${kind}-${id.slice(0, 8)}${PROOF_FILE_ENDING}.gz`;
  return new StreamableFile(await compress(text), {
    type: 'application/gzip',
    disposition: `attachment; filename="${name}"`,
  });
}
