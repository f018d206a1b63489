import { Unavailable } from '#platform/common/unavailable.js';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Picture in a document, under the path that its data names. */
export type PdfPicture = { readonly path: string; readonly bytes: Uint8Array };
export type DocumentTask = {
  readonly data: object;
  readonly pictures: readonly PdfPicture[];
  /** Time stamp of the document, in seconds. */
  readonly createdAt: number;
  /** PDF standard; the accepted copy is `a-2b`. */
  readonly standard?: string;
};
/** First page of a PDF, to be drawn. */
export type PageTask = { readonly pageOf: Uint8Array };
export type PdfTask = DocumentTask | PageTask;
/** PDF with the characters for which no font has a glyph. */
type CreatedPdf = { readonly pdf: Uint8Array; readonly missing: readonly string[] };
type DrawnPage = { readonly picture: Uint8Array };
export type PdfAnswer = CreatedPdf | DrawnPage | { readonly failed: string };
type PdfReport = PdfAnswer & { readonly residentBytes: number };
type MadePdf = Extract<PdfReport, CreatedPdf>;

type Options = {
  readonly program: () => string;
  readonly workTimeoutMs: number;
  readonly idleTimeoutMs: number;
  readonly maxDocuments: number;
  readonly maxResidentBytes: number;
};

const DEFAULT_OPTIONS: Options = {
  program: () => fileURLToPath(import.meta.resolve('#workers/pdf-process.js')),
  workTimeoutMs: 10_000,
  // Frees its memory (about 120 MB) after a minute without documents.
  idleTimeoutMs: 60_000,
  maxDocuments: 500,
  maxResidentBytes: 300_000_000,
};

/**
 * Makes PDFs and draws pages in a child process, one after the other. The process ends after 500
 * documents, at 300 MB, or when a document takes 10 s; the next document starts another one.
 */
@Injectable()
export class PdfMaker implements OnModuleDestroy {
  /** Arguments of Node; specs run the program from its source. */
  execArgv: readonly string[] = [];
  options: Options = DEFAULT_OPTIONS;
  private child: ChildProcess | undefined;
  private documentCount = 0;
  private idleTimer: NodeJS.Timeout | undefined;
  private lastTask: Promise<unknown> = Promise.resolve();
  private isStopping = false;

  /** Ends the process after the documents that running jobs wait for. */
  onModuleDestroy(): void {
    this.isStopping = true;
    void this.lastTask.then(() => this.end());
  }

  /** @throws Unavailable if the process ends or takes too long, Error if the document is wrong */
  async make(task: DocumentTask): Promise<MadePdf> {
    const report = await this.run(task);
    if (!('pdf' in report)) throw new Error(`A PDF could not be made: ${failureText(report)}`);
    return report;
  }

  /**
   * Draws the first page of a PDF as PNG; undefined if the PDF cannot be drawn.
   * @throws Unavailable if the process ends or takes too long
   */
  async drawFirstPage(pdf: Uint8Array): Promise<Uint8Array | undefined> {
    const report = await this.run({ pageOf: pdf });
    return 'picture' in report ? report.picture : undefined;
  }

  private run(task: PdfTask): Promise<PdfReport> {
    const done = this.lastTask.then(() => this.runNow(task));
    this.lastTask = done.catch(() => undefined);
    return done;
  }

  private async runNow(task: PdfTask): Promise<PdfReport> {
    clearTimeout(this.idleTimer);
    const child = (this.child ??= this.start());
    const report = await this.ask(child, task).catch((error: unknown) => {
      this.end();
      throw error;
    });
    this.documentCount++;
    const { maxDocuments, maxResidentBytes, idleTimeoutMs } = this.options;
    const isFull = this.documentCount >= maxDocuments || report.residentBytes > maxResidentBytes;
    if (isFull || this.isStopping) this.end();
    else this.idleTimer = setTimeout(() => this.end(), idleTimeoutMs).unref();
    return report;
  }

  private ask(child: ChildProcess, task: PdfTask): Promise<PdfReport> {
    return new Promise((resolve, reject) => {
      const settle = () => {
        clearTimeout(timer);
        child.off('message', onMessage).off('exit', onEnd).off('error', onEnd);
      };
      const fail = (reason: string) => {
        settle();
        reject(new Unavailable(reason));
      };
      const onEnd = () => fail('The process that makes PDFs has ended');
      const onMessage = (report: PdfReport) => {
        settle();
        resolve(report);
      };
      const timer = setTimeout(() => fail('A PDF takes too long'), this.options.workTimeoutMs);
      child.on('message', onMessage).once('exit', onEnd).once('error', onEnd);
      child.send(task, (error) => error && onEnd());
    });
  }

  private start(): ChildProcess {
    const { PATH, LD_LIBRARY_PATH } = process.env;
    this.documentCount = 0;
    const child = fork(this.options.program(), {
      execArgv: [...this.execArgv],
      // Passes no secrets.
      env: { PATH, LD_LIBRARY_PATH, MALLOC_ARENA_MAX: '2' },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    // An unhandled error would end this process. `ask` handles the errors of a running task.
    child
      .on('error', () => undefined)
      .once('exit', () => {
        if (this.child === child) this.child = undefined;
      });
    return child;
  }

  private end(): void {
    clearTimeout(this.idleTimer);
    this.child?.kill('SIGKILL');
    this.child = undefined;
  }
}

const failureText = (report: PdfReport): string => ('failed' in report ? report.failed : 'unknown');
