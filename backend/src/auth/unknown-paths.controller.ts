import { All, Controller } from '@nestjs/common';
import { problem } from '../http/problem.js';

/**
 * Every path of the API that leads nowhere: routes of their own, so that the policy guard is asked
 * about them before they are answered.
 */
export const unknownPaths = ['/api', '/api/*'] as const;

@Controller()
export class UnknownPathsController {
  @All([...unknownPaths])
  answer(): never {
    throw problem('unknown-path');
  }
}
