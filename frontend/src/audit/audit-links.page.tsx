import { msg, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Plus, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { AuditLinks } from '#domain/audit/audit.views.js';
import { dayAfter } from '#domain/kernel/values/days.js';
import { ConfirmCommand } from '../kit/commands/confirm-command.js';
import { CommandDialog, FormField } from '../kit/forms/command-dialog.js';
import { useCommandForm } from '../kit/forms/use-command-form.js';
import { AccessDeniedPage } from '../kit/records/access-denied.js';
import { answerOf } from '../kit/records/answer.js';
import { usePermissions } from '../lib/account/session.js';
import { Button, IconButton } from '../ui/buttons/button.js';
import { CopyButton } from '../ui/buttons/copy-button.js';
import { DialogButton } from '../ui/buttons/dialog-button.js';
import { Badge } from '../ui/display/badge.js';
import { useToday } from '../ui/display/figures.js';
import { dayText } from '../ui/display/format.js';
import { EmptyState, QueryStates, SkeletonRows } from '../ui/feedback/states.js';
import { Field } from '../ui/inputs/field.js';
import { DateField } from '../ui/dates/date-field.js';
import { Input } from '../ui/inputs/input.js';
import { Screen } from '../ui/layout/frame.js';
import { type DialogState, useDialogOf } from '../ui/loading/lazy-mount.js';
import { Dialog } from '../ui/overlays/dialog.js';
import { i18n, type Names } from '../words/i18n.js';
import { auditHome } from './audit-menu.js';
import { useLinkToken } from './link-token.js';

type LinkItem = AuditLinks['items'][number];
const statusNames: Names<LinkItem['status']> = {
  open: msg`Open`,
  expired: msg`Expired`,
  revoked: msg`Revoked`,
};
/** Days that a new link is valid unless others are chosen. */
const USUAL_VALIDITY_DAYS = 30;
const MAX_VALIDITY_DAYS = 365;

/** `/audit/links`: links by which auditors without an account read the audit of a period. */
export default function AuditLinksPage(): ReactNode {
  const may = usePermissions();
  const back = auditHome();
  const links = useQuery({
    ...answerOf('/api/audit/links', ['organization'], {}),
    enabled: may('CreateAuditLink'),
  });
  const { item: linkToRevoke, openFor: askToRevoke, dialog } = useDialogOf<LinkItem>();
  const {
    item: createdLink,
    openFor: showCreatedLink,
    dialog: createdLinkDialog,
  } = useDialogOf<string>();
  const today = useToday();
  if (!may('CreateAuditLink'))
    return (
      <AccessDeniedPage pageTitle={t`Auditors’ links`} back={back} title={t`Access Denied`}>
        {t`Only administrators and finance can see the audit.`}
      </AccessDeniedPage>
    );
  return (
    <Screen
      title={t`Auditors’ links`}
      back={back}
      actions={
        <DialogButton
          kind="primary"
          icon={Plus}
          dialog={(state) => <NewLink {...state} onCreated={showCreatedLink} />}
        >
          {t`New link`}
        </DialogButton>
      }
    >
      <p className="label pb-3 text-ink-2">
        {t`Anyone with a link can read the audit of its period without an account, and can change nothing. Each use is recorded in the access log.`}
      </p>
      <QueryStates
        query={links}
        failed={t`Failed to load links`}
        label={t`Loading links`}
        skeleton={<SkeletonRows count={3} />}
      >
        {({ items }) =>
          items.length === 0 ? (
            <div className="card">
              <EmptyState title={t`No links yet`}>
                {t`A link is shown once, when it is created.`}
              </EmptyState>
            </div>
          ) : (
            <ul className="card rows" aria-label={t`Auditors’ links`}>
              {items.map((link) => (
                <li key={link.linkId} className="list-row">
                  <span className="min-w-0 grow">
                    <span className="label block font-medium">
                      {t`${dayText(link.from, today)} to ${dayText(link.to, today)}`}
                    </span>
                    <span className="meta block">
                      {t`Valid until ${dayText(link.expiresOn, today)}`}
                    </span>
                  </span>
                  <Badge tone={link.status === 'open' ? 'success' : undefined}>
                    {i18n._(statusNames[link.status])}
                  </Badge>
                  {link.status === 'open' && (
                    <IconButton
                      label={t`Revoke the link`}
                      icon={X}
                      onClick={() => askToRevoke(link)}
                    />
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </QueryStates>
      {linkToRevoke && (
        <ConfirmCommand
          key={linkToRevoke.linkId}
          command="RevokeAuditLink"
          data={{ linkId: linkToRevoke.linkId }}
          {...dialog}
          title={t`Revoke this link?`}
          text={t`Nobody can read with it any more.`}
          confirmLabel={t`Revoke Link`}
          cancelLabel={t`Keep link`}
          failed={t`Failed to revoke the link`}
          done={t`Link revoked`}
          onDone={() => {
            dialog.onClose();
            void links.refetch();
          }}
        />
      )}
      {createdLink !== undefined && (
        <CreatedLink
          link={createdLink}
          {...createdLinkDialog}
          onClose={() => {
            createdLinkDialog.onClose();
            void links.refetch();
          }}
        />
      )}
    </Screen>
  );
}

/** First day of the financial year of a day: `2026-04-01`. */
function startOfFinancialYear(day: string): string {
  const year = Number(day.slice(0, 4));
  const isBeforeApril = day < `${year}-04-01`;
  return `${isBeforeApril ? year - 1 : year}-04-01`;
}

interface NewLinkProps extends DialogState {
  onCreated: (link: string) => void;
}

function NewLink({ open, onClose, onCreated }: NewLinkProps): ReactNode {
  const today = useToday();
  const linkToken = useLinkToken();
  const [usualValues] = useState({
    from: startOfFinancialYear(today),
    to: today,
    expiresOn: dayAfter(today, USUAL_VALIDITY_DAYS),
  });
  const form = useCommandForm('CreateAuditLink', {
    draft: 'audit-link',
    newIdField: 'linkId',
    untypedFields: { tokenSha256: linkToken?.sha256 ?? '' },
    values: usualValues,
    failed: t`Failed to create the link`,
    onDone: () => {
      onClose();
      if (linkToken) onCreated(`${location.origin}/auditor/${linkToken.token}`);
    },
  });
  const inAYear = dayAfter(form.today, MAX_VALIDITY_DAYS);
  return (
    <CommandDialog
      form={form}
      open={open}
      onClose={onClose}
      title={t`New link for an auditor`}
      submitLabel={t`Create Link`}
      disabled={linkToken === undefined}
    >
      <FormField form={form} name="from" label={t`From`} as={DateField} max={form.today} />
      <FormField
        form={form}
        name="to"
        label={t`To`}
        as={DateField}
        min={form.watch('from')}
        max={inAYear}
      />
      <FormField
        form={form}
        name="expiresOn"
        label={t`Valid until`}
        as={DateField}
        min={form.today}
        max={inAYear}
      />
    </CommandDialog>
  );
}

/** Shows a new link, which nobody can read again. */
function CreatedLink({ link, open, onClose }: DialogState & { link: string }): ReactNode {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t`Link for the auditor`}
      description={t`Copy it now. It is not shown again.`}
      footer={<Button onClick={onClose}>{t`Done`}</Button>}
    >
      <Field label={t`Link`}>
        <div className="row">
          <Input readOnly value={link} onFocus={(event) => event.currentTarget.select()} />
          <CopyButton text={link} label={t`Copy Link`} className="flex-none" />
        </div>
      </Field>
    </Dialog>
  );
}
