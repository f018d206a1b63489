import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { Building2, ChevronRight, CircleUser, CreditCard, FileText, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import type { CommandName } from '#domain/commands.js';
import { usePermissions, useMe } from '../lib/account/session.js';
import { AccessDenied } from '../kit/records/access-denied.js';
import { classes } from '../ui/classes.js';
import { Screen } from '../ui/layout/frame.js';
import { Icon, type IconType } from '../ui/display/icon.js';
import { useIsPhone } from '../browser/media.js';
import { SectionLink } from '../ui/buttons/section-link.js';
import { Row } from '../ui/layout/surface.js';
import { i18n } from '../words/i18n.js';

interface Section {
  to: string;
  label: MessageDescriptor;
  summary: MessageDescriptor;
  icon: IconType;
  /** Set if the section has a table, which needs more width than a form. */
  isWide?: true;
  /** Set if the section shows an organization's records. */
  needsOrganization?: true;
  /** Command that the member must be allowed to send, and the text to show if not. */
  needs?: { right: CommandName; otherwise: MessageDescriptor };
}

/** Sections, each a route below `/settings`. */
const sections: readonly Section[] = [
  {
    to: '/settings/organization',
    label: msg`Organization`,
    summary: msg`Name, logo, store locations`,
    icon: Building2,
    needsOrganization: true,
  },
  {
    to: '/settings/profile',
    label: msg`Profile`,
    summary: msg`Your name, language, password, sessions`,
    icon: CircleUser,
  },
  {
    to: '/settings/team',
    label: msg`Team`,
    summary: msg`Members, roles, invitations`,
    icon: Users,
    isWide: true,
    needsOrganization: true,
    needs: {
      right: 'ChangeMemberRole',
      otherwise: msg`Only administrators can manage team members`,
    },
  },
  {
    to: '/settings/quotations',
    label: msg`Quotations`,
    summary: msg`GST, terms, numbers, bank account`,
    icon: FileText,
    needsOrganization: true,
    needs: {
      right: 'ChangeQuotationSettings',
      otherwise: msg`Only administrators can change the settings of quotations`,
    },
  },
  {
    to: '/settings/billing',
    label: msg`Billing`,
    summary: msg`Plan, invoices, payment method`,
    icon: CreditCard,
    needsOrganization: true,
    needs: {
      right: 'ChangeOrganizationDetails',
      otherwise: msg`Only administrators can view billing information`,
    },
  },
];

/** `/settings`: sections as a menu; on a phone below each other. */
export default function SettingsPage(): ReactNode {
  const { pathname } = useLocation();
  const isPhone = useIsPhone();
  const section = sections.find(({ to }) => to === pathname);
  if (!section && !isPhone) return <Navigate to={sections[0]!.to} replace />;
  return (
    <Screen
      title={section ? i18n._(section.label) : t`Settings`}
      back={section && isPhone ? { to: '/settings', label: t`Back to settings` } : undefined}
      pageClassName={classes(
        'grid grid-cols-[minmax(0,1fr)] items-start gap-6 pt-2',
        section?.isWide
          ? 'md:grid-cols-[11rem_minmax(0,1fr)]'
          : 'md:grid-cols-[11rem_minmax(0,44rem)]',
      )}
    >
      {isPhone ? !section && <SectionList /> : <SideNavigation />}
      {section && <SectionContent section={section} />}
    </Screen>
  );
}

function SideNavigation(): ReactNode {
  return (
    <nav aria-label={t`Settings`} className="stack sticky top-(--spacing-topbar) gap-px">
      {sections.map(({ to, label, icon }) => (
        <SectionLink key={to} to={to} icon={icon} label={i18n._(label)} />
      ))}
    </nav>
  );
}

function SectionList(): ReactNode {
  return (
    <nav aria-label={t`Settings`}>
      <ul className="card rows">
        {sections.map(({ to, label, summary, icon }) => (
          <Row
            key={to}
            to={to}
            start={<Icon icon={icon} />}
            title={i18n._(label)}
            meta={i18n._(summary)}
            end={<Icon icon={ChevronRight} size="s" />}
          />
        ))}
      </ul>
    </nav>
  );
}

function SectionContent({
  section: { needsOrganization, needs },
}: {
  section: Section;
}): ReactNode {
  const { organization } = useMe();
  const may = usePermissions();
  if (needsOrganization && !organization)
    return (
      <AccessDenied
        title={t`Join an Organization First`}
      >{t`These settings belong to an organization. Join yours with its code, or create one.`}</AccessDenied>
    );
  if (needs && !may(needs.right))
    return <AccessDenied title={t`Admin Access Required`}>{i18n._(needs.otherwise)}</AccessDenied>;
  return (
    <div className="stack min-w-0 gap-4">
      <Outlet />
    </div>
  );
}
