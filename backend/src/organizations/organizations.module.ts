import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { GetOrganizationHandler, ListInvitationsHandler } from './organization.query.js';
import { GetTeamHandler, TeamController } from './team.controller.js';

@Module({
  imports: [AuthModule],
  controllers: [TeamController],
  providers: [GetTeamHandler, GetOrganizationHandler, ListInvitationsHandler],
})
export class OrganizationsModule {}
