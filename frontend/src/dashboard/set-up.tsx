import { t } from '@lingui/core/macro';
import { Check, ChevronRight, CircleDashed } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { readStoredText, storeText } from '../browser/stored-text.js';
import { answerOf } from '../kit/records/answer.js';
import { useListQuery } from '../kit/lists/list-query.js';
import { useTeam } from '../kit/team/team.js';
import { useTeamChat } from '../kit/team/invite-code.js';
import { useMe } from '../lib/account/session.js';
import { Button } from '../ui/buttons/button.js';
import { Link } from '../ui/buttons/link.js';
import { classes } from '../ui/classes.js';
import { Icon, WhatsApp } from '../ui/display/icon.js';
import { Card } from '../ui/layout/surface.js';

interface Step {
  readonly label: string;
  readonly hint: string;
  readonly to: string;
  readonly isDone: boolean;
  /** Chat that does the step without its page. */
  readonly chat?: string | undefined;
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
  const chat = useTeamChat();
  const products = useListQuery('/api/products', {});
  const details = useQuery(answerOf('/api/organization', ['organization'], {}));
  if (isHidden || !organization) return null;
  // a step counts as open until its query is answered, so that the list does not wait
  const steps: readonly Step[] = [
    {
      label: t`Add your first lead`,
      hint: t`Name, number and city. Takes 30 seconds.`,
      to: '/leads/new',
      isDone: hasLead,
    },
    {
      label: t`Send to my team`,
      hint: t`Anyone who opens the link joins as sales.`,
      to: '/settings/team',
      isDone: (team.data?.members.length ?? 0) > 1,
      chat,
    },
    {
      label: t`Add a product`,
      hint: t`Becomes a line of quotations, and a page to share.`,
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
          <li key={step.to}>
            <StepRow step={step} isNext={step === next} />
          </li>
        ))}
      </ol>
    </Card>
  );
}

/** Step as a link: what to do, why or how long, and whether it opens WhatsApp. */
function StepRow({
  step: { label, hint, to, isDone, chat },
  isNext,
}: {
  step: Step;
  isNext: boolean;
}): ReactNode {
  const inside = (
    <>
      <Icon
        icon={isDone ? Check : CircleDashed}
        className={isDone || isNext ? 'text-accent-ink' : 'text-ink-3'}
      />
      <span className="grow">
        <span className={classes('label block font-medium', isDone && 'text-ink-3 line-through')}>
          {label}
          {isDone && <span className="sr-only">{t`, done`}</span>}
        </span>
        {!isDone && <span className="meta block">{hint}</span>}
      </span>
      <Icon
        icon={chat === undefined || isDone ? ChevronRight : WhatsApp}
        size="s"
        className={isNext ? 'text-accent-ink' : 'text-ink-3'}
      />
    </>
  );
  return chat === undefined || isDone ? (
    <Link to={to} className="list-row is-link">
      {inside}
    </Link>
  ) : (
    <a href={chat} target="_blank" rel="noreferrer" className="list-row is-link">
      {inside}
    </a>
  );
}
