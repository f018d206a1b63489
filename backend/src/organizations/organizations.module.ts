import { organizationCommands } from '#domain/organizations/organization.commands.js';
import { organizationDecider } from '#domain/organizations/organization.decider.js';
import { handlersOf } from '#platform/command-handling/command-handlers.js';
import { Module } from '@nestjs/common';
import { GetTeamHandler, TeamController } from './team.controller.js';

@Module({ controllers: [TeamController], providers: [...handlersOf(organizationCommands, organizationDecider), GetTeamHandler] })
export class OrganizationsModule {}
