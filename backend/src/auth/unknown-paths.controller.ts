import { All, Controller } from '@nestjs/common';
import { problem } from '../http/problems/problem.js';

/** Unknown API paths, as routes of their own, so that the policy guard checks them. */
export const UNKNOWN_PATHS = ['/api', '/api/*'] as const;

@Controller()
export class UnknownPathsController {
  @All([...UNKNOWN_PATHS])
  answer(): never {
    throw problem('unknown-path');
  }
}
