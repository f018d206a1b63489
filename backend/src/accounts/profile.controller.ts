import type { Profile } from '#domain/accounts/account.views.js';
import { accountQueries } from '#domain/accounts/account.queries.js';
import { removePasswordForm, setPasswordForm } from '#domain/accounts/password.forms.js';
import { endSessionForm } from '#domain/accounts/signing-in.forms.js';
import { Config } from '#platform/common/config/config.js';
import { Controller, Get, HttpCode, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { Browser } from '../auth/sessions/browser.js';
import { type Caller, SignedIn } from '../auth/caller.js';
import { Form } from '../http/schema.pipe.js';
import { AccountSecurity } from './account-security.js';

/** Endpoints for an account's own password and sessions. */
@Controller()
export class ProfileController {
  constructor(
    private readonly security: AccountSecurity,
    private readonly config: Config,
  ) {}

  @Get(accountQueries.GetProfile.path)
  profile(@SignedIn() caller: Caller): Promise<Profile> {
    return this.security.loadProfile(caller);
  }

  /** Signs out everywhere, including this browser. */
  @Post('api/auth/set-password')
  @HttpCode(200)
  async setPassword(
    @Form(setPasswordForm)
    { current = '', password }: z.output<typeof setPasswordForm>,
    @SignedIn() caller: Caller,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<{ status: 'signed-out' }> {
    await this.security.setPassword(caller, current, password);
    Browser.from(request, reply, this.config).signOut();
    return { status: 'signed-out' };
  }

  @Post('api/auth/remove-password')
  @HttpCode(200)
  async removePassword(
    @Form(removePasswordForm) { current }: z.output<typeof removePasswordForm>,
    @SignedIn() caller: Caller,
  ): Promise<{ status: 'password-removed' }> {
    await this.security.removePassword(caller, current);
    return { status: 'password-removed' };
  }

  @Post('api/auth/end-session')
  @HttpCode(200)
  async endSession(
    @Form(endSessionForm) { sessionId }: z.output<typeof endSessionForm>,
    @SignedIn() caller: Caller,
  ): Promise<{ status: 'ended' }> {
    await this.security.endSession(caller, sessionId);
    return { status: 'ended' };
  }

  @Post('api/auth/end-other-sessions')
  @HttpCode(200)
  async endOtherSessions(
    @SignedIn() caller: Caller,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<{ status: 'ended' }> {
    await this.security.endOtherSessions(caller, Browser.from(request, reply, this.config).trusts);
    return { status: 'ended' };
  }
}
