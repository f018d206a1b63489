import { DiscoveryService } from '@nestjs/core';

/** Marks a provider as a reactor: workers find and run all that their modules provide. */
export const EventReactor = DiscoveryService.createDecorator();
