import { Config } from '#platform/common/config/config.js';
import { Injectable } from '@nestjs/common';
import { PeopleCache } from './people-cache.js';

/**
 * Organizations with public pages: an admin has verified a number, so that strangers publish
 * nothing, and the operator has not closed the pages.
 */
@Injectable()
export class PublicOrganizations {
  constructor(
    private readonly people: PeopleCache,
    private readonly config: Config,
  ) {}

  async isPublic(organizationId: string): Promise<boolean> {
    return (
      !this.config.closedPages.has(organizationId) &&
      this.people.peopleAt().hasVerifiedAdmin(organizationId)
    );
  }
}
