import { Unavailable } from '#platform/common/unavailable.js';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type FileProblemCode, fileProblem } from '../file.problems.js';

export type DecoderTask = { readonly contentType: string; readonly bytes: Buffer };
type Decoded = {
  readonly bytes: Buffer;
  readonly width?: number;
  readonly height?: number;
  readonly placeholder?: string;
};
/** For a picture, a message with `megapixels` is sent before the answer. */
export type DecoderAnswer =
  | { readonly megapixels: number }
  | { readonly decoded: Decoded }
  | { readonly refused: FileProblemCode }
  | { readonly failed: string };

type Options = {
  readonly program: () => string;
  readonly workTimeoutMs: number;
  readonly idleTimeoutMs: number;
};

const DEFAULT_OPTIONS: Options = {
  program: () => fileURLToPath(import.meta.resolve('#backend/decoder-process.js')),
  // A picture of 50 megapixels takes 3 s of a core, several times as long on a busy machine.
  workTimeoutMs: 20_000,
  // An idle process holds about 70 MB, so it ends after a minute without uploads.
  idleTimeoutMs: 60_000,
};

/**
 * Pool of processes that decode pictures and PDFs, because a thread cannot be stopped while a
 * library decodes (docs/decisions/files-are-decoded-apart.md). Started on demand and reused; the
 * caller limits their number.
 */
@Injectable()
export class Decoders implements OnModuleDestroy {
  /** Arguments of Node; specs run the program from its source. */
  execArgv: readonly string[] = [];
  options: Options = DEFAULT_OPTIONS;
  private readonly children = new Set<ChildProcess>();
  private readonly idle: { readonly child: ChildProcess; readonly killTimer: NodeJS.Timeout }[] =
    [];

  onModuleDestroy(): void {
    for (const child of this.children) child.kill('SIGKILL');
  }

  /**
   * @param onMegapixels receives a picture's size before it is decoded
   * @throws Problem if the file is refused or takes too long, Unavailable if the process ends
   */
  async decode(task: DecoderTask, onMegapixels: (megapixels: number) => void): Promise<Decoded> {
    const child = this.takeIdle() ?? this.start();
    const answer = await this.runTask(child, task, onMegapixels).catch((error: unknown) => {
      child.kill('SIGKILL');
      throw error;
    });
    this.keepIdle(child);
    if ('refused' in answer) throw fileProblem(answer.refused);
    if ('failed' in answer) throw new Error(`A file could not be decoded: ${answer.failed}`);
    return answer.decoded;
  }

  private runTask(
    child: ChildProcess,
    task: DecoderTask,
    onMegapixels: (megapixels: number) => void,
  ): Promise<Exclude<DecoderAnswer, { readonly megapixels: number }>> {
    return new Promise((resolve, reject) => {
      const settle = () => {
        clearTimeout(timer);
        child.off('message', onMessage).off('exit', onEnd).off('error', onEnd);
      };
      const fail = (error: Error) => {
        settle();
        reject(error);
      };
      const onEnd = () => fail(new Unavailable('The process that decodes files has ended'));
      const onMessage = (answer: DecoderAnswer) => {
        if ('megapixels' in answer) return onMegapixels(answer.megapixels);
        settle();
        resolve(answer);
      };
      const timer = setTimeout(
        () => fail(fileProblem('file-takes-too-long')),
        this.options.workTimeoutMs,
      );
      child.on('message', onMessage).once('exit', onEnd).once('error', onEnd);
      child.send(task, (error) => error && onEnd());
    });
  }

  private start(): ChildProcess {
    const { PATH, LD_LIBRARY_PATH } = process.env;
    const child = fork(this.options.program(), {
      execArgv: [...this.execArgv],
      // Passes no secrets. Two glibc arenas need 180 MB after many photos, instead of 280.
      env: { PATH, LD_LIBRARY_PATH, MALLOC_ARENA_MAX: '2' },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.children.add(child);
    // An unhandled error would end this process. `runTask` handles the errors of a running task.
    child.on('error', () => undefined).once('exit', () => this.removeChild(child));
    return child;
  }

  private takeIdle(): ChildProcess | undefined {
    const last = this.idle.pop();
    clearTimeout(last?.killTimer);
    return last?.child;
  }

  private keepIdle(child: ChildProcess): void {
    if (child.exitCode !== null || child.signalCode !== null) return;
    this.idle.push({
      child,
      killTimer: setTimeout(() => child.kill('SIGKILL'), this.options.idleTimeoutMs).unref(),
    });
  }

  private removeChild(child: ChildProcess): void {
    this.children.delete(child);
    const index = this.idle.findIndex((one) => one.child === child);
    if (index >= 0) clearTimeout(this.idle.splice(index, 1)[0]!.killTimer);
  }
}
