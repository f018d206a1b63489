import type { Language } from '#domain/accounts/account.values.js';
import type { AuditFilters } from '#domain/audit/access.commands.js';
import { dayIn } from '#domain/kernel/values/days.js';
import { daysOfFinancialYear } from '#domain/kernel/values/financial-year.js';
import { Clock } from '#platform/common/clock.js';
import { Notary } from '#platform/notary/notary.js';
import { Injectable } from '@nestjs/common';
import type { Readable } from 'node:stream';
import type { Asker } from '../auth/caller.js';
import { type ZipEntry, createZip } from '../http/zip.js';
import { AuditCsv } from './audit-csv.js';
import type { Period } from './audit-totals.js';
import { packageReadme } from './package-readme.js';
import { RecordNames } from './record-names.js';
import { VerifierPage } from './verifier-page.js';

/** ZIP files for auditors, packed while they are read. */
@Injectable()
export class AuditExports {
  constructor(
    private readonly csv: AuditCsv,
    private readonly names: RecordNames,
    private readonly notary: Notary,
    private readonly verifier: VerifierPage,
    private readonly clock: Clock,
  ) {}

  /** Feed as CSV, with the newest checkpoint and the public keys beside it. */
  async packFeed(reader: Asker, filters: AuditFilters, language: Language): Promise<Readable> {
    const newest = await this.notary.readNewest();
    return createZip(
      [
        this.createCsvEntry(reader, filters, language),
        ...(newest ? [{ name: 'checkpoint.txt', read: () => newest.note }] : []),
        await this.createKeysEntry(),
      ],
      this.clock.now(),
    );
  }

  /** Packs all files that an auditor keeps of a financial year. */
  async packYear(reader: Asker, year: string, language: Language): Promise<Readable> {
    const period = daysOfFinancialYear(year);
    const organization = await this.names.loadOrganizationName(reader.organizationId);
    const { html } = this.verifier;
    const checkpoints = await this.readLastCheckpointPerDay(period, reader.timeZone);
    return createZip(
      [
        {
          name: 'README.txt',
          read: () => packageReadme({ organization, ...period }, language),
        },
        this.createCsvEntry(reader, period, language),
        ...[...checkpoints].map(([day, { note }]) => ({
          name: `checkpoints/${day}.txt`,
          read: () => note,
        })),
        await this.createKeysEntry(),
        ...(html === undefined ? [] : [{ name: 'verify.html', read: () => html }]),
      ],
      this.clock.now(),
    );
  }

  private createCsvEntry(reader: Asker, filters: AuditFilters, language: Language): ZipEntry {
    return { name: 'audit.csv', read: () => this.csv.generate(reader, filters, language) };
  }

  private async createKeysEntry(): Promise<ZipEntry> {
    const keys = await this.notary.readVerifierKeys();
    return { name: 'public-keys.txt', read: () => keys.map((key) => `${key}\n`).join('') };
  }

  private async readLastCheckpointPerDay(
    { from, to }: Period,
    timeZone: string,
  ): Promise<ReadonlyMap<string, { readonly note: string }>> {
    const days = new Map<string, { readonly note: string }>();
    for await (const checkpoint of this.notary.checkpoints.readAll()) {
      const day = dayIn(timeZone, checkpoint.at);
      if (day >= from && day <= to) days.set(day, checkpoint);
    }
    return days;
  }
}
