import type { CodeSent, SignedInAnswer } from '#domain/accounts/account.views.js';
import type { Config } from '#platform/config.js';
import { Body, Controller, HttpCode, Inject, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from '../http/caller.js';
import { parsed } from '../http/parsed.js';
import { CONFIG } from '../parts.js';
import { Browser } from '../sessions/browser.js';
import { resendForm, signInForm, signOutForm, signUpForm, verifyForm } from './signing-in.forms.js';
import { SigningIn } from './signing-in.js';

/** The doors to a session. A body of a wrong shape is 400, names its fields, and costs no try. */
@Controller('api/auth')
export class AuthController {
  private readonly secure: boolean;

  constructor(
    private readonly signingIn: SigningIn,
    @Inject(CONFIG) { publicUrl }: Config,
  ) {
    this.secure = publicUrl?.startsWith('https:') === true;
  }

  @Post('sign-up')
  @HttpCode(200)
  signUp(@Body() body: unknown, @Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<CodeSent> {
    return this.signingIn.signUp(parsed(signUpForm, body), this.browser(request, reply), request.ip, request.caller);
  }

  @Post('sign-in')
  @HttpCode(200)
  signIn(@Body() body: unknown, @Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<CodeSent | SignedInAnswer> {
    return this.signingIn.signIn(parsed(signInForm, body).phone, this.browser(request, reply), request.ip, request.caller);
  }

  @Post('verify')
  @HttpCode(200)
  verify(@Body() body: unknown, @Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<SignedInAnswer> {
    const { challengeId, code } = parsed(verifyForm, body);
    return this.signingIn.verify(challengeId, code, this.browser(request, reply), request.caller);
  }

  @Post('resend')
  @HttpCode(200)
  resend(@Body() body: unknown, @Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<CodeSent> {
    return this.signingIn.resend(parsed(resendForm, body).challengeId, this.browser(request, reply), request.ip);
  }

  @Post('send-code')
  @HttpCode(200)
  sendCode(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<CodeSent> {
    return this.signingIn.sendCode(callerOf(request), this.browser(request, reply), request.ip);
  }

  @Post('sign-out')
  @HttpCode(200)
  async signOut(
    @Body() body: unknown,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<{ status: 'signed-out' }> {
    const { everywhere = false } = parsed(signOutForm, body);
    await this.signingIn.signOut(request.caller, everywhere, this.browser(request, reply));
    return { status: 'signed-out' };
  }

  private browser(request: FastifyRequest, reply: FastifyReply): Browser {
    return new Browser(request, reply, this.secure);
  }
}
