import { queryOptions, useQuery } from '@tanstack/react-query';
import type { OrganizationShown } from '#domain/organizations/organization.views.js';
import { get } from '../lib/api.js';
import { queryClient } from '../lib/query-client.js';

const organizationQuery = queryOptions({
  queryKey: ['organization'],
  queryFn: ({ signal }) => get<OrganizationShown>('/api/organization', {}, { signal }),
  meta: { views: ['organization'], kept: true },
});

/** What the organization tells about itself, with its locations. */
export const useOrganization = () => useQuery(organizationQuery);

/** Asks for it as it is now. */
export const refreshOrganization = (): Promise<OrganizationShown> => queryClient.fetchQuery({ ...organizationQuery, staleTime: 0 });
