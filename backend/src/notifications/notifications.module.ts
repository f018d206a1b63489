import { alertsCommands } from '#domain/notifications/alerts.commands.js';
import { alertsDecider } from '#domain/notifications/alerts.decider.js';
import { handlersOf } from '#platform/command-handling/command-handlers.js';
import { Module } from '@nestjs/common';
import { AlertCountsController, CountAlertsHandler } from './alert-counts.controller.js';

@Module({ controllers: [AlertCountsController], providers: [...handlersOf(alertsCommands, alertsDecider), CountAlertsHandler] })
export class NotificationsModule {}
