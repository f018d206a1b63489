import { Module } from '@nestjs/common';
import { AlertCountsController, CountAlertsHandler } from './alert-counts.controller.js';

@Module({ controllers: [AlertCountsController], providers: [CountAlertsHandler] })
export class NotificationsModule {}
