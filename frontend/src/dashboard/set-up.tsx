import { t } from '@lingui/core/macro';
import { Check, ChevronRight, CircleDashed } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { readStoredText, storeText } from '../browser/stored-text.js';
import { answerOf } from '../kit/records/answer.js';
import { useListQuery } from '../kit/lists/list-query.js';
import { useTeam } from '../kit/team/team.js';
import { TeamLink } from '../kit/team/invite-code.js';
import { useMe } from '../lib/account/session.js';
import { Button, ButtonLink } from '../ui/buttons/button.js';
import { Link } from '../ui/buttons/link.js';
import { classes } from '../ui/classes.js';
import { Icon } from '../ui/display/icon.js';
import { Card } from '../ui/layout/surface.js';

interface Step {
  readonly label: string;
  readonly hint: string;
  readonly to: string;
  readonly isDone: boolean;
  /** Button or link that does the step without its page. */
  readonly shortcut?: ReactNode;
}

/** First steps of an organization, until all are done or an admin hides them. */
export default function SetUpChecklist({
  hasLead,
}: {
  /** Whether there is a lead besides the samples. */
  hasLead: boolean;
}): ReactNode {
  const { organization } = useMe();
  const hiddenKey = `fieldtrace.set-up-hidden.${organization?.id}`;
  const [isHidden, setHidden] = useState(() => readStoredText(hiddenKey) !== undefined);
  const team = useTeam();
  const products = useListQuery('/api/products', {});
  const details = useQuery(answerOf('/api/organization', ['organization'], {}));
  if (isHidden || !organization) return null;
  // a step counts as open until its query is answered, so that the list does not wait
  const steps: readonly Step[] = [
    {
      label: t`Add your first lead`,
      hint: t`Name, number and city are enough. Takes 30 seconds.`,
      to: '/leads/new',
      isDone: hasLead,
      shortcut: (
        <ButtonLink kind="primary" to="/leads/new">
          {t`Add Lead`}
        </ButtonLink>
      ),
    },
    {
      label: t`Invite your team`,
      hint: t`Anyone who opens the link joins as sales.`,
      to: '/settings/team',
      isDone: (team.data?.members.length ?? 0) > 1,
      // only one button is primary at a time
      shortcut: <TeamLink kind={hasLead ? 'whatsapp' : 'plain'} />,
    },
    {
      label: t`Add a product`,
      hint: t`Products become lines of quotations and pages to share.`,
      to: '/products/new',
      isDone: products.items.length > 0,
    },
    {
      label: t`Add your logo and GST number`,
      hint: t`Both stand on every quotation.`,
      to: '/settings/organization',
      isDone: Boolean(details.data?.logoFileId),
    },
  ];
  const doneCount = steps.filter(({ isDone }) => isDone).length;
  if (doneCount === steps.length) return null;
  const next = steps.find(({ isDone }) => !isDone);
  return (
    <Card
      title={t`Set up ${organization.name}`}
      headerEnd={
        <span className="flex items-center gap-2">
          <span className="meta num">{t`${doneCount} of ${steps.length}`}</span>
          <Button
            kind="ghost"
            className="-my-2 -mr-3 px-3"
            onClick={() => {
              storeText(hiddenKey, 'yes');
              setHidden(true);
            }}
          >
            {t`Hide`}
          </Button>
        </span>
      }
      className="mb-3"
    >
      <ol className="rows">
        {steps.map((step) => (
          <li
            key={step.to}
            className="flex flex-wrap items-center gap-x-3 px-4 py-1 max-md:[&>.btn]:mb-1.5 max-md:[&>.btn]:ml-8"
          >
            <Link
              to={step.to}
              className="flex min-h-tap min-w-60 flex-1 items-center gap-3 rounded-control py-1.5"
            >
              <Icon
                icon={step.isDone ? Check : CircleDashed}
                className={step.isDone ? 'text-accent-ink' : 'text-ink-3'}
              />
              <span className="grow">
                <span
                  className={classes(
                    'label font-medium block',
                    step.isDone && 'text-ink-3 line-through',
                  )}
                >
                  {step.label}
                  {step.isDone && <span className="sr-only">{t`, done`}</span>}
                </span>
                {!step.isDone && (
                  <span className={classes('meta block', step !== next && 'max-md:hidden')}>
                    {step.hint}
                  </span>
                )}
              </span>
              {!step.shortcut && <Icon icon={ChevronRight} size="s" className="text-ink-3" />}
            </Link>
            {!step.isDone && step.shortcut}
          </li>
        ))}
      </ol>
    </Card>
  );
}
