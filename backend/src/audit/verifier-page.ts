import { Injectable } from '@nestjs/common';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Page that checks proofs without a network, as the build made it. */
@Injectable()
export class VerifierPage {
  /** Undefined before the first build. */
  readonly html = readIfBuilt(join(process.cwd(), 'dist/verifier/verify.html'));
}

const readIfBuilt = (path: string): string | undefined =>
  existsSync(path) ? readFileSync(path, 'utf8') : undefined;
