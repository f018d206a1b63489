import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { Location } from '#domain/organizations/organization.js';
import type { OrganizationShown } from '#domain/organizations/organization.views.js';
import { queryClient } from '../lib/query-client.js';
import { answerOf } from '../kit/records/answer.js';

const organizationQuery = answerOf('/api/organization', ['organization'], {});

/** Query of the organization's own details and locations. */
export const useOrganization = ({ enabled = true } = {}) =>
  useQuery({ ...organizationQuery, enabled });

/** Refetches the organization. */
export const refreshOrganization = (): Promise<OrganizationShown> =>
  queryClient.fetchQuery({ ...organizationQuery, staleTime: 0 });

/** Stores as options, and none. */
export const storeOptions = (
  locations: readonly Location[],
): readonly { value: string; label: string }[] => [
  { value: '', label: t`None` },
  ...locations.map(({ locationId, name, city }) => ({
    value: locationId,
    label: `${name}, ${city}`,
  })),
];
