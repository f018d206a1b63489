import { Config } from '#platform/common/config/config.js';
import { Injectable } from '@nestjs/common';
import { QueriedPeople } from './queried-people.js';

/**
 * Organizations that may show something to people without an account: an admin has verified a
 * number, and the operator has not closed their pages. Without the first a stranger could publish
 * anything under the operator's address.
 */
@Injectable()
export class PublicOrganizations {
  constructor(
    private readonly people: QueriedPeople,
    private readonly config: Config,
  ) {}

  async isPublic(organizationId: string): Promise<boolean> {
    return (
      !this.config.closedPages.has(organizationId) &&
      this.people.of().hasVerifiedAdmin(organizationId)
    );
  }
}
