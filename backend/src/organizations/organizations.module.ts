import { Module } from '@nestjs/common';
import { GetTeamHandler, TeamController } from './team.controller.js';

@Module({ controllers: [TeamController], providers: [GetTeamHandler] })
export class OrganizationsModule {}
