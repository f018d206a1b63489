import { accountCommands } from '#domain/accounts/account.commands.js';
import { accountDecider } from '#domain/accounts/account.decider.js';
import { handlersOf } from '#platform/command-handling/command-handlers.js';
import { Module } from '@nestjs/common';
import { Commands } from '../commands/commands.js';
import { LiveSessions } from '../live/live-sessions.js';
import { PARTS, type Parts } from '../parts.js';
import { AuthController } from './auth.controller.js';
import { MeController } from './me.controller.js';
import { SigningIn } from './signing-in.js';
import { SiteController } from './site.controller.js';

@Module({
  controllers: [AuthController, MeController, SiteController],
  providers: [
    ...handlersOf(accountCommands, accountDecider),
    {
      provide: SigningIn,
      useFactory: (parts: Parts, commands: Commands, live: LiveSessions) =>
        new SigningIn({ ...parts, commands, live, devInbox: parts.devInbox !== undefined }),
      inject: [PARTS, Commands, LiveSessions],
    },
  ],
})
export class AccountsModule {}
