import { Module } from '@nestjs/common';
import { AuthModule } from '../../auth/auth.module.js';
import { Commands } from './commands.js';

@Module({ imports: [AuthModule], providers: [Commands], exports: [Commands] })
export class CommandsModule {}
