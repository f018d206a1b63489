import { Module } from '@nestjs/common';
import { AuthController } from './auth.controller.js';
import { Challenges } from './challenges.js';
import { MeController } from './me.controller.js';
import { OwnAccess } from './own-access.js';
import { ProfileController } from './profile.controller.js';
import { SigningIn } from './signing-in.js';
import { SiteController } from './site.controller.js';

@Module({
  controllers: [AuthController, ProfileController, MeController, SiteController],
  providers: [Challenges, SigningIn, OwnAccess],
})
export class AccountsModule {}
