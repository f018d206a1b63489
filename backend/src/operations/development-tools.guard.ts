import { Config } from '#platform/common/config/config.js';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { mayUseDevelopmentTools } from '../http/known-hosts.js';
import { problem } from '../http/problems/problem.js';

/** Limits the dev inbox and the demo endpoint to those who may read everybody's codes. */
@Injectable()
export class DevelopmentToolsGuard implements CanActivate {
  constructor(private readonly config: Config) {}

  canActivate(context: ExecutionContext): boolean {
    const { raw } = context.switchToHttp().getRequest<FastifyRequest>();
    if (!mayUseDevelopmentTools(raw, this.config)) throw problem('inbox-closed');
    return true;
  }
}
