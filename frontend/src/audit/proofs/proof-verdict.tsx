import { t } from '@lingui/core/macro';
import { Check, TriangleAlert, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { isByMember } from '#domain/history/shown-event.js';
import { type VerdictDescription, describeVerdict } from '#platform/proof/describe-verdict.js';
import type { Verdict, Verified } from '#platform/proof/verify-proof.js';
import { actorOf } from '../../kit/history/automatic.js';
import { useTeam } from '../../kit/team/team.js';
import { Button } from '../../ui/buttons/button.js';
import { CopyButton } from '../../ui/buttons/copy-button.js';
import { classes } from '../../ui/classes.js';
import { useToday, useZone } from '../../ui/display/figures.js';
import { dayIn, dayText, grouped, secondText } from '../../ui/display/format.js';
import { Icon, type IconType } from '../../ui/display/icon.js';
import { KeepTogether } from '../../ui/display/keep-together.js';
import { DescriptionList } from '../../ui/layout/description.js';
import { DisclosureRow } from '../../ui/layout/disclosure.js';
import { InlineList } from '../../ui/layout/surface.js';
import { type Tone, toneStyle } from '../../ui/tone.js';
import { i18n } from '../../words/i18n.js';
import { newestNameIn, provenSentence, recordText } from './proven-record.js';

const toneStyles: Readonly<
  Record<VerdictDescription['tone'], { readonly tone: Tone; readonly icon: IconType }>
> = {
  good: { tone: 'success', icon: Check },
  bad: { tone: 'danger', icon: X },
  open: { tone: 'warning', icon: TriangleAlert },
};

interface ProofVerdictProps {
  verdict: Verdict;
  fileName: string;
  /** Keys of this server; undefined without a network. */
  knownKeys: readonly string[] | undefined;
  /** Starts a comparison with what the reader kept; undefined while one is shown. */
  onCompare: (() => void) | undefined;
  /** Row that keeps the reader's own key; left out if there is one. */
  ownKeyRow: ReactNode;
  /** Next step of the reader. */
  children: ReactNode;
}

function useDescription(verdict: Verdict): VerdictDescription {
  return describeVerdict(verdict, i18n.locale === 'hi-IN' ? 'hi' : 'en', useZone());
}

/**
 * Verdict of a check, and the reader's next step: to compare the key that signed. Below them what
 * was found, and its technical facts.
 */
export function ProofVerdict({
  verdict,
  fileName,
  knownKeys,
  onCompare,
  ownKeyRow,
  children,
}: ProofVerdictProps): ReactNode {
  const isWhole = verdict.outcome === 'whole';
  const texts = useDescription(verdict);
  const { tone, icon } = toneStyles[texts.tone];
  const [first, ...others] = texts.sentences;
  const isGrown = isWhole && verdict.appendedSince !== undefined;
  const isCompared = isWhole && (verdict.isKeyKnown || isGrown);
  // the second sentence says what was compared, or is to be compared
  const [keySentence] = isWhole && (isGrown || !isCompared) ? others.splice(0, 1) : [];
  return (
    <section className="card overflow-hidden" style={toneStyle(tone)} aria-labelledby="verdict">
      <div className="flex items-start gap-4 bg-(--s) p-4 text-(--k)" role="status">
        <span className="grid size-12 flex-none place-items-center rounded-full bg-(--m) text-surface">
          <Icon icon={icon} size="l" />
        </span>
        <div className="label stack min-w-0 gap-1">
          <h2 id="verdict" className="t2 wrap-anywhere">
            {texts.title}
          </h2>
          <p className="wrap-anywhere">{first}</p>
          {isWhole && verdict.isKeyKnown && <p>{t`It is signed with the key that you kept.`}</p>}
          {isGrown && <p>{keySentence}</p>}
        </div>
      </div>
      {isWhole && !isCompared && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3 p-4">
          <div className="min-w-60 flex-1">
            <h3 className="t3">{t`Next: compare the key`}</h3>
            <p className="label pt-0.5 text-ink-2">{keySentence}</p>
          </div>
          {onCompare && (
            <Button kind="primary" onClick={onCompare}>
              {t`Compare the key`}
            </Button>
          )}
        </div>
      )}
      <div className={classes('card-b stack gap-4', isWhole && !isCompared && 'shadow-line-t')}>
        {others.length > 0 && (
          <ul className="stack gap-1.5 text-label text-ink-2">
            {others.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        )}
        {texts.tone === 'bad' && (
          <p className="label text-ink-2">
            {t`Do not rely on this file. Download the proof again from the history of the record. If that one is refused too, ask whoever runs the server.`}
          </p>
        )}
        {/* keeps its place in the tree, so that a typed text keeps the focus */}
        <div className={classes('stack gap-4 empty:hidden', isWhole && 'order-first')}>
          {children}
        </div>
        {isWhole && <Facts verdict={verdict} texts={texts} knownKeys={knownKeys} />}
        {isCompared && onCompare && (
          <Button className="self-start" onClick={onCompare}>
            {t`Compare the key`}
          </Button>
        )}
      </div>
      <div className="shadow-line-t">
        <TechnicalDetails verdict={verdict} fileName={fileName} />
      </div>
      {ownKeyRow && <div className="shadow-line-t">{ownKeyRow}</div>}
    </section>
  );
}

/** Facts that a reader understands: the record, its end, and whose key signed it. */
function Facts({
  verdict,
  texts,
  knownKeys,
}: Pick<ProofVerdictProps, 'knownKeys'> & {
  verdict: Verified;
  texts: VerdictDescription;
}): ReactNode {
  const [, untilFact = ['', '']] = texts.facts;
  const number = grouped(verdict.revision + 1);
  return (
    <DescriptionList
      items={[
        [
          t`Record`,
          <span key="record" className="font-medium">
            {recordText(verdict.stream, newestNameIn(verdict.events))}
          </span>,
          'wrap-anywhere',
        ],
        [untilFact[0], t`Event ${number}, ${untilFact[1]}`],
        [t`Signed by`, signerText(verdict.key, knownKeys)],
      ]}
    />
  );
}

/** Names of the file, the log and the key, for people who compare them by hand. */
function TechnicalDetails({
  verdict,
  fileName,
}: Pick<ProofVerdictProps, 'verdict' | 'fileName'>): ReactNode {
  const facts = [[t`File`, fileName] as const, ...useDescription(verdict).facts];
  return (
    <DisclosureRow
      summary={t`Technical details`}
      hint={t`Names of the file, the log and the key, to compare by hand.`}
    >
      <div className="stack gap-3 rounded-control bg-sunken p-3">
        <DescriptionList
          items={facts.map(
            ([label, value]) => [label, value, 'font-mono text-meta wrap-anywhere'] as const,
          )}
        />
        <CopyButton
          className="self-start"
          text={facts.map(([label, value]) => `${label}: ${value}`).join('\n')}
        />
      </div>
    </DisclosureRow>
  );
}

/** Owner of a key, as far as this server knows. */
function signerText(key: string, knownKeys: readonly string[] | undefined): ReactNode {
  if (knownKeys === undefined) return t`A key that cannot be looked up now`;
  return knownKeys.includes(key) ? (
    t`The key of this server`
  ) : (
    <span className="font-medium text-danger-ink">{t`A key that this server does not have`}</span>
  );
}

/** draws a line from the first event's dot to the last one's */
const eventClass = classes(
  'relative flex gap-3 py-1.5 before:absolute before:inset-y-0 before:left-1.25 before:w-0.5 before:bg-accent-line',
  'first:before:top-4 last:before:bottom-[calc(100%-1rem)] only:before:hidden',
);

/** Events of the proof, along a line. */
export function ProvenEvents({ verdict }: { verdict: Verified }): ReactNode {
  const events = verdict.events.flatMap((each) => ('event' in each ? [each] : []));
  const zone = useZone();
  const today = useToday();
  const team = useTeam().data;
  return (
    <section className="card" aria-labelledby="events">
      <h2 id="events" className="t3 flex justify-between px-4 pt-4">
        {t`Events`} <span className="meta num font-regular">{grouped(events.length)}</span>
      </h2>
      <ol
        className="px-4 pt-1 pb-3 lg:max-h-[calc(100dvh-9rem)] lg:overflow-y-auto"
        aria-labelledby="events"
        tabIndex={0}
      >
        {events.map((proven) => {
          const { revision, type, data, metadata } = proven.event;
          const recordedAt = new Date(metadata.at);
          const by = isByMember(proven.event, metadata) && {
            id: metadata.actorId,
            name: team?.members.find(({ memberId }) => memberId === metadata.actorId)?.name ?? '',
          };
          const dayAndTime = `${dayText(dayIn(zone, recordedAt), today)}, ${secondText(recordedAt, zone)}`;
          return (
            <li key={revision} className={eventClass}>
              <span
                className="z-1 mt-1 size-3 flex-none rounded-full border-2 border-surface bg-accent"
                aria-hidden="true"
              />
              <span className="min-w-0 grow">
                <span className="label block">
                  <KeepTogether>{provenSentence(proven, today)}</KeepTogether>
                </span>
                <span className="meta block">
                  <InlineList
                    items={[
                      team &&
                        actorOf({
                          type,
                          data: data as Readonly<Record<string, unknown>>,
                          ...(by && { by }),
                        }),
                      <span key="at" className="num">
                        {dayAndTime}
                      </span>,
                    ]}
                  />
                </span>
              </span>
              <span className="meta num flex-none">{grouped(revision + 1)}</span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
