import { Clock } from '#platform/common/clock.js';
import { KeyValueStore } from '#platform/storage/key-value-store/key-value-store.js';
import { WriteSide } from '#platform/write-side/write-side.js';
import { Module, type Provider } from '@nestjs/common';
import { AuthController } from './auth.controller.js';
import { Challenges } from './challenges.js';
import { MeController } from './me.controller.js';
import { OwnAccess } from './own-access.js';
import { ProfileController } from './profile.controller.js';
import { SigningIn } from './signing-in.js';
import { SiteController } from './site.controller.js';

const challenges: Provider = {
  provide: Challenges,
  useFactory: (secrets: KeyValueStore, { hmacKey }: WriteSide, { now }: Clock) => new Challenges(secrets, hmacKey, now),
  inject: [KeyValueStore, WriteSide, Clock],
};

@Module({ controllers: [AuthController, ProfileController, MeController, SiteController], providers: [challenges, SigningIn, OwnAccess] })
export class AccountsModule {}
