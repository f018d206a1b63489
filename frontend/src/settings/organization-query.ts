import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { Location } from '#domain/organizations/organization.js';
import type { OrganizationShown } from '#domain/organizations/organization.views.js';
import { queryClient } from '../lib/query-client.js';
import { answerOf } from '../shared/answer.js';

const organizationQuery = answerOf('/api/organization', ['organization'], {});

/** Query of the organization's own details and locations. */
export const useOrganization = ({ enabled = true } = {}) =>
  useQuery({ ...organizationQuery, enabled });

/** Asks for it as it is now. */
export const refreshOrganization = (): Promise<OrganizationShown> =>
  queryClient.fetchQuery({ ...organizationQuery, staleTime: 0 });

/** The stores of an organization, and none of them, to choose from. */
export const storeOptions = (
  locations: readonly Location[],
): readonly { value: string; label: string }[] => [
  { value: '', label: t`None` },
  ...locations.map(({ locationId, name, city }) => ({
    value: locationId,
    label: `${name}, ${city}`,
  })),
];
