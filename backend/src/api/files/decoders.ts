import { Unavailable } from '#platform/common/unavailable.js';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type FileProblemCode, fileProblem } from './file.words.js';

export type DecoderTask = { readonly contentType: string; readonly bytes: Buffer };
type Decoded = {
  readonly bytes: Buffer;
  readonly width?: number;
  readonly height?: number;
  readonly placeholder?: string;
};
/** `megapixels` comes before the answer itself, and only for pictures. */
export type DecoderAnswer =
  | { readonly megapixels: number }
  | { readonly decoded: Decoded }
  | { readonly refused: FileProblemCode }
  | { readonly failed: string };

type Options = {
  readonly program: () => string;
  readonly longestWorkMs: number;
  readonly longestIdleMs: number;
};

const defaults: Options = {
  program: () => fileURLToPath(import.meta.resolve('#backend/decoder-process.js')),
  // 50 megapixels take 3 s of a core; a busy machine needs several times as long.
  longestWorkMs: 20_000,
  // Its memory, some 70 MB, is given back after a minute without uploads.
  longestIdleMs: 60_000,
};

/**
 * Processes that decode pictures and papers, because no thread can be stopped while a library
 * decodes (see docs/decisions/files-are-decoded-apart.md). They start with the first upload and are
 * used again. The caller limits how many there are.
 */
@Injectable()
export class Decoders implements OnModuleDestroy {
  /** Arguments of Node: specs run the program from its source. */
  execArgv: readonly string[] = [];
  options: Options = defaults;
  private readonly all = new Set<ChildProcess>();
  private readonly idle: { readonly child: ChildProcess; readonly ending: NodeJS.Timeout }[] = [];

  onModuleDestroy(): void {
    for (const child of this.all) child.kill('SIGKILL');
  }

  /**
   * @param onMegapixels is told the size of a picture before it is decoded
   * @throws Problem where the file is refused or takes too long, Unavailable where the process ends
   * by itself
   */
  async decode(task: DecoderTask, onMegapixels: (megapixels: number) => void): Promise<Decoded> {
    const child = this.takeIdle() ?? this.start();
    const answer = await this.ask(child, task, onMegapixels).catch((error: unknown) => {
      child.kill('SIGKILL');
      throw error;
    });
    this.keepIdle(child);
    if ('refused' in answer) throw fileProblem(answer.refused);
    if ('failed' in answer) throw new Error(`A file could not be decoded: ${answer.failed}`);
    return answer.decoded;
  }

  private ask(
    child: ChildProcess,
    task: DecoderTask,
    onMegapixels: (megapixels: number) => void,
  ): Promise<Exclude<DecoderAnswer, { readonly megapixels: number }>> {
    return new Promise((resolve, reject) => {
      const settle = () => {
        clearTimeout(timer);
        child.off('message', hear).off('exit', ended).off('error', ended);
      };
      const fail = (error: Error) => {
        settle();
        reject(error);
      };
      const ended = () => fail(new Unavailable('The process that decodes files has ended'));
      const hear = (answer: DecoderAnswer) => {
        if ('megapixels' in answer) return onMegapixels(answer.megapixels);
        settle();
        resolve(answer);
      };
      const timer = setTimeout(
        () => fail(fileProblem('file-takes-too-long')),
        this.options.longestWorkMs,
      );
      child.on('message', hear).once('exit', ended).once('error', ended);
      child.send(task, (error) => error && ended());
    });
  }

  private start(): ChildProcess {
    const { PATH, LD_LIBRARY_PATH } = process.env;
    const child = fork(this.options.program(), {
      execArgv: [...this.execArgv],
      // No passwords of servers; and with glibc's two arenas 180 MB after many photos in place of
      // 280.
      env: { PATH, LD_LIBRARY_PATH, MALLOC_ARENA_MAX: '2' },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.all.add(child);
    // An error without a listener would end this process: `ask` hears it while it matters.
    child.on('error', () => undefined).once('exit', () => this.forget(child));
    return child;
  }

  private takeIdle(): ChildProcess | undefined {
    const last = this.idle.pop();
    clearTimeout(last?.ending);
    return last?.child;
  }

  private keepIdle(child: ChildProcess): void {
    if (child.exitCode !== null || child.signalCode !== null) return;
    this.idle.push({
      child,
      ending: setTimeout(() => child.kill('SIGKILL'), this.options.longestIdleMs).unref(),
    });
  }

  private forget(child: ChildProcess): void {
    this.all.delete(child);
    const place = this.idle.findIndex((one) => one.child === child);
    if (place >= 0) clearTimeout(this.idle.splice(place, 1)[0]!.ending);
  }
}
