import { DiscoveryService } from '@nestjs/core';

/** Marks a provider as a reactor; workers run all reactors of their modules. */
export const EventReactor = DiscoveryService.createDecorator();
