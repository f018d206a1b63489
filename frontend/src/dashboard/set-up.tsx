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
import { Button, ButtonLink } from '../ui/buttons/button.js';
import { Link } from '../ui/buttons/link.js';
import { classes } from '../ui/classes.js';
import { Icon, WhatsApp } from '../ui/display/icon.js';
import { Card } from '../ui/layout/surface.js';

interface Step {
  readonly label: string;
  readonly hint: string;
  /** Label of the button that begins the step. */
  readonly buttonLabel: string;
  readonly to: string;
  readonly isDone: boolean;
  /** Address of a WhatsApp chat in which the step is done, instead of on its page. */
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
      hint: t`Takes 30 seconds.`,
      buttonLabel: t`Add Lead`,
      to: '/leads/new',
      isDone: hasLead,
    },
    {
      label: chat === undefined ? t`Invite my team` : t`Invite my team on WhatsApp`,
      hint: t`Anyone with the link joins as sales.`,
      buttonLabel: chat === undefined ? t`Settings` : t`Share on WhatsApp`,
      to: '/settings/team',
      isDone: (team.data?.members.length ?? 0) > 1,
      chat,
    },
    {
      label: t`Add a product`,
      hint: t`For quotations, and to share.`,
      buttonLabel: t`Add Product`,
      to: '/products/new',
      isDone: products.items.length > 0,
    },
    {
      label: t`Add your logo and GST number`,
      hint: t`Both stand on every quotation.`,
      buttonLabel: t`Settings`,
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
            {step === next ? <NextStep step={step} /> : <StepRow step={step} />}
          </li>
        ))}
      </ol>
    </Card>
  );
}

/** First step that is not done: what to do, why or how long, and the button that begins it. */
const NextStep = ({ step: { label, hint, buttonLabel, to, chat } }: { step: Step }): ReactNode => (
  <div className="flex flex-col gap-3 px-4 pt-2 pb-4 md:flex-row md:items-center md:pb-3">
    <div className="flex grow items-center gap-3">
      <Icon icon={CircleDashed} className="text-accent-ink" />
      <div className="grow">
        <h3 className="label font-medium">{label}</h3>
        <p className="meta">{hint}</p>
      </div>
    </div>
    <ButtonLink
      kind={chat === undefined ? 'primary' : 'whatsapp'}
      className="max-md:min-h-12"
      {...(chat === undefined
        ? { to }
        : { href: chat, target: '_blank', rel: 'noreferrer', icon: WhatsApp })}
    >
      {buttonLabel}
    </ButtonLink>
  </div>
);

/** Another step as a link. An icon says whether it opens WhatsApp. */
function StepRow({ step: { label, hint, to, isDone, chat } }: { step: Step }): ReactNode {
  const content = (
    <>
      <Icon
        icon={isDone ? Check : CircleDashed}
        className={isDone ? 'text-accent-ink' : 'text-ink-3'}
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
        className="text-ink-3"
      />
    </>
  );
  const className = 'list-row is-link min-h-14';
  return chat === undefined || isDone ? (
    <Link to={to} className={className}>
      {content}
    </Link>
  ) : (
    <a href={chat} target="_blank" rel="noreferrer" className={className}>
      {content}
    </a>
  );
}
