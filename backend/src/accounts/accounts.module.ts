import { Module } from '@nestjs/common';
import { AuthController } from './auth.controller.js';
import { MeController } from './me.controller.js';
import { SigningIn } from './signing-in.js';
import { SiteController } from './site.controller.js';

@Module({ controllers: [AuthController, MeController, SiteController], providers: [SigningIn] })
export class AccountsModule {}
