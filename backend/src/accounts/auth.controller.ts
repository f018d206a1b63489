import type {
  CodeSent,
  InvitationRead,
  PasswordNeeded,
  SignedInAnswer,
} from '#domain/accounts/account.views.js';
import { Config } from '#platform/common/config/config.js';
import { parseNetwork } from '#platform/common/networks.js';
import { Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { getCaller } from '../auth/caller.js';
import { Form } from '../http/schema.pipe.js';
import { Browser } from '../auth/sessions/browser.js';
import {
  changeNumberForm,
  passwordForm,
  readInvitationForm,
  resendForm,
  signInForm,
  signOutForm,
  signUpForm,
  verifyForm,
} from '#domain/accounts/signing-in.forms.js';
import { ReadInvitation } from './read-invitation.js';
import { SigningIn } from './signing-in.js';

/** Endpoints that start and end sessions. An invalid body is answered 400, and counts as no try. */
@Controller('api/auth')
export class AuthController {
  constructor(
    private readonly signingIn: SigningIn,
    private readonly invitation: ReadInvitation,
    private readonly config: Config,
  ) {}

  @Post('sign-up')
  @HttpCode(200)
  signUp(
    @Form(signUpForm) form: z.output<typeof signUpForm>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CodeSent> {
    return this.signingIn.signUp(
      form,
      this.browser(request, reply),
      parseNetwork(request.ip),
      request.caller,
    );
  }

  @Post('read-invitation')
  @HttpCode(200)
  readInvitation(
    @Form(readInvitationForm) form: z.output<typeof readInvitationForm>,
  ): Promise<InvitationRead> {
    return this.invitation.read(form);
  }

  @Post('sign-in')
  @HttpCode(200)
  signIn(
    @Form(signInForm) { phone }: z.output<typeof signInForm>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CodeSent | SignedInAnswer> {
    return this.signingIn.signIn(
      phone,
      this.browser(request, reply),
      parseNetwork(request.ip),
      request.caller,
    );
  }

  @Post('verify')
  @HttpCode(200)
  verify(
    @Form(verifyForm) { challengeId, code }: z.output<typeof verifyForm>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SignedInAnswer | PasswordNeeded> {
    return this.signingIn.verify(challengeId, code, this.browser(request, reply), request.caller);
  }

  @Post('enter-password')
  @HttpCode(200)
  enterPassword(
    @Form(passwordForm) { challengeId, password }: z.output<typeof passwordForm>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SignedInAnswer> {
    return this.signingIn.enterPassword(
      challengeId,
      password,
      this.browser(request, reply),
      parseNetwork(request.ip),
      request.caller,
    );
  }

  @Post('resend')
  @HttpCode(200)
  resend(
    @Form(resendForm) { challengeId }: z.output<typeof resendForm>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CodeSent> {
    return this.signingIn.resend(
      challengeId,
      this.browser(request, reply),
      parseNetwork(request.ip),
    );
  }

  @Post('send-code')
  @HttpCode(200)
  sendCode(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CodeSent> {
    return this.signingIn.sendCode(
      getCaller(request),
      this.browser(request, reply),
      parseNetwork(request.ip),
    );
  }

  @Post('change-number')
  @HttpCode(200)
  changeNumber(
    @Form(changeNumberForm) { phone }: z.output<typeof changeNumberForm>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CodeSent> {
    return this.signingIn.changeNumber(
      getCaller(request),
      phone,
      this.browser(request, reply),
      parseNetwork(request.ip),
    );
  }

  @Post('sign-out')
  @HttpCode(200)
  async signOut(
    @Form(signOutForm) { everywhere = false }: z.output<typeof signOutForm>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<{ status: 'signed-out' }> {
    await this.signingIn.signOut(request.caller, this.browser(request, reply), { everywhere });
    // Clears the HTTP cache, because links to cached photos may still be valid. Drafts and the
    // outbox stay.
    void reply.header('clear-site-data', '"cache"');
    return { status: 'signed-out' };
  }

  private browser(request: FastifyRequest, reply: FastifyReply): Browser {
    return Browser.from(request, reply, this.config);
  }
}
