import { Module } from '@nestjs/common';
import { CommandsModule } from '../api/commands/commands.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { AuthController } from './auth.controller.js';
import { Challenges } from './challenges.js';
import { MeController } from './me.controller.js';
import { AccountSecurity } from './account-security.js';
import { ProfileController } from './profile.controller.js';
import { ReadInvitation } from './read-invitation.js';
import { SigningIn } from './signing-in.js';
import { InstallationController } from './installation.controller.js';

@Module({
  imports: [AuthModule, CommandsModule],
  controllers: [AuthController, ProfileController, MeController, InstallationController],
  providers: [Challenges, SigningIn, ReadInvitation, AccountSecurity],
})
export class AccountsModule {}
