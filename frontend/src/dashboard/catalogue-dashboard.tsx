import { plural, t } from '@lingui/core/macro';
import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ItemStatus } from '#domain/catalogue/catalogue.values.js';
import type { OfferItem } from '#domain/catalogue/catalogue.views.js';
import type { CommandName } from '#domain/commands.js';
import type { QueryRow } from '#domain/queries.js';
import { lastDays, WEEK_DAYS } from '#domain/visits/leaderboard.js';
import { categoryName } from '../catalogue/categories/categories.js';
import '../catalogue/items.js';
import { leadsOfWeekPath } from '../kit/leads/figure-links.js';
import { MoneyFigures } from '../kit/leads/money-figures.js';
import { StatusBadge } from '../kit/leads/status-badge.js';
import { ListPreviewRow, ListPreviewCard } from '../kit/lists/list-preview-card.js';
import { withFirstPageData, useListQuery } from '../kit/lists/list-query.js';
import { personName } from '../kit/team/person-name.js';
import { usePermissions } from '../lib/account/session.js';
import { ButtonLink } from '../ui/buttons/button.js';
import { QueryFigure, Figure, figureGridClass } from '../ui/display/figure-card.js';
import { Time, useToday } from '../ui/display/figures.js';
import { Screen } from '../ui/layout/frame.js';
import { InlineList } from '../ui/layout/surface.js';
import { Today } from './today.js';

/** Rows of each card, which links to the whole list. */
const PREVIEW_COUNT = 8;

const columnsClass = 'mt-3 grid grid-cols-1 items-start gap-3 lg:grid-cols-2';

/** Part of a dashboard, for members who have the right that its content needs. */
function IfAllowed({
  right,
  children,
}: {
  right: CommandName | QueryRow;
  children: ReactNode;
}): ReactNode {
  return usePermissions()(right) && children;
}

/** Dashboard of a designer: the offers, which they manage, and the catalogue. */
export function DesignerDashboard(): ReactNode {
  return (
    <Screen
      title={t`Dashboard`}
      actions={
        <IfAllowed right="AddOffer">
          <ButtonLink kind="primary" icon={Plus} to="/offers/new">
            {t`Upload New Offer`}
          </ButtonLink>
        </IfAllowed>
      }
    >
      <div className={figureGridClass}>
        <ActiveOffers />
        <IfAllowed right="ActivateOffer">
          <OfferFigure status="Inactive" label={t`Paused offers`} />
        </IfAllowed>
        <IfAllowed right="GET /api/products">
          <ItemFigure path="/api/products" to="/catalogue" label={t`Products`} />
        </IfAllowed>
        <IfAllowed right="GET /api/packages">
          <ItemFigure path="/api/packages" to="/catalogue/packages" label={t`Packages`} />
        </IfAllowed>
      </div>
      <div className={columnsClass}>
        <IfAllowed right="ActivateOffer">
          <Offers status="Inactive" title={t`Paused offers`} />
        </IfAllowed>
        <NewestOffers />
      </div>
    </Screen>
  );
}

/** Dashboard of marketing: the results of leads, and the catalogue to share. */
export function MarketingDashboard(): ReactNode {
  return (
    <Screen title={t`Dashboard`}>
      <div className={figureGridClass}>
        <IfAllowed right="GET /api/leads">
          <LeadsOfWeek />
        </IfAllowed>
        <IfAllowed right="GET /api/money">
          <MoneyFigures />
        </IfAllowed>
        <ActiveOffers />
      </div>
      <div className={columnsClass}>
        <IfAllowed right="GET /api/leads">
          <NewestLeads />
        </IfAllowed>
        <NewestOffers />
      </div>
      <div className="mt-3">
        <IfAllowed right="GET /api/follow-ups">
          <Today />
        </IfAllowed>
      </div>
    </Screen>
  );
}

const ActiveOffers = (): ReactNode => (
  <IfAllowed right="GET /api/offers">
    <OfferFigure status="Active" label={t`Active offers`} />
  </IfAllowed>
);

const NewestOffers = (): ReactNode => (
  <IfAllowed right="GET /api/offers">
    <Offers status="Active" title={t`Newest offers`} />
  </IfAllowed>
);

function OfferFigure({ status, label }: { status: ItemStatus; label: string }): ReactNode {
  const query = useListQuery('/api/offers', { status });
  return (
    <QueryFigure query={withFirstPageData(query)} label={label}>
      {({ counts }) => <Figure to={offersIn(status)} label={label} value={counts[status]} />}
    </QueryFigure>
  );
}

function ItemFigure({
  path,
  to,
  label,
}: {
  path: '/api/products' | '/api/packages';
  to: string;
  label: string;
}): ReactNode {
  const query = useListQuery(path, { status: 'Active' });
  return (
    <QueryFigure query={withFirstPageData(query)} label={label}>
      {({ counts }) => <Figure to={to} label={label} value={counts.Active} />}
    </QueryFigure>
  );
}

function LeadsOfWeek(): ReactNode {
  const today = useToday();
  const from = lastDays(today, WEEK_DAYS)[0] ?? today;
  const query = useListQuery('/api/leads', { from, to: today });
  const label = t`Leads this week`;
  return (
    <QueryFigure query={withFirstPageData(query)} label={label}>
      {({ total }) => <Figure to={leadsOfWeekPath(today)} label={label} value={total} />}
    </QueryFigure>
  );
}

const offersIn = (status: ItemStatus): string => `/offers?status=${status}`;

function Offers({ status, title }: { status: ItemStatus; title: string }): ReactNode {
  const query = useListQuery('/api/offers', { status });
  return (
    <ListPreviewCard
      title={title}
      listPath={offersIn(status)}
      query={query}
      failed={t`Failed to load offers`}
      emptyText={status === 'Active' ? t`No offer is active.` : t`No offer is paused.`}
    >
      {query.items.slice(0, PREVIEW_COUNT).map((offer) => (
        <OfferRow key={offer.offerId} offer={offer} />
      ))}
    </ListPreviewCard>
  );
}

const OfferRow = ({
  offer: { offerId, title, category, shareCount, createdAt },
}: {
  offer: OfferItem;
}): ReactNode => (
  <ListPreviewRow
    to={`/offers?offer=${offerId}`}
    name={title}
    end={plural(shareCount, { one: '# share', other: '# shares' })}
  >
    <InlineList items={[categoryName('offer', category), <Time at={createdAt} />]} />
  </ListPreviewRow>
);

function NewestLeads(): ReactNode {
  const query = useListQuery('/api/leads', {});
  return (
    <ListPreviewCard
      title={t`Newest leads`}
      listPath="/leads"
      query={query}
      failed={t`Failed to load leads`}
      emptyText={t`No leads yet`}
    >
      {query.items.slice(0, PREVIEW_COUNT).map(({ leadId, name, city, status, assignedTo }) => (
        <ListPreviewRow
          key={leadId}
          to={`/leads/${leadId}`}
          name={name}
          end={<StatusBadge status={status} />}
        >
          <InlineList items={[city, personName(assignedTo)]} />
        </ListPreviewRow>
      ))}
    </ListPreviewCard>
  );
}
