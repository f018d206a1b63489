import type { Provider } from '@nestjs/common';
import { Config } from '../../common/config/config.js';
import { SigningKey } from '../../sealing/key-store/key-store.js';
import { PushSubscriptions } from './push-subscriptions.js';
import { WebPush } from './web-push.js';

/** VAPID contact. localhost has none. */
const vapidContact = ({ publicUrl }: Config): string =>
  publicUrl?.startsWith('https:') ? publicUrl : 'mailto:operator@localhost';

/** For backends, which add subscriptions, and workers, which send. */
export const pushProviders: Provider[] = [
  {
    provide: WebPush,
    useFactory: ({ bytes: signing }: SigningKey, config: Config) =>
      new WebPush({ signing, services: config.pushServices, contact: vapidContact(config) }),
    inject: [SigningKey, Config],
  },
  PushSubscriptions,
];
