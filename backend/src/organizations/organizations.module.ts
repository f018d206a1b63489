import { Module } from '@nestjs/common';
import { GetOrganizationHandler, ListInvitationsHandler } from './organization.query.js';
import { GetTeamHandler, TeamController } from './team.controller.js';

@Module({
  controllers: [TeamController],
  providers: [GetTeamHandler, GetOrganizationHandler, ListInvitationsHandler],
})
export class OrganizationsModule {}
