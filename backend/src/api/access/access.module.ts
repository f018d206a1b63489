import { Module } from '@nestjs/common';
import { AuthModule } from '../../auth/auth.module.js';
import { CommandsModule } from '../commands/commands.module.js';
import { AccessLog } from './access-log.js';

@Module({
  imports: [AuthModule, CommandsModule],
  providers: [AccessLog],
  exports: [AccessLog],
})
export class AccessModule {}
