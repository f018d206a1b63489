import { plural, t } from '@lingui/core/macro';
import { Check, TriangleAlert, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { type VerdictWords, describeVerdict } from '#platform/proof/describe-verdict.js';
import type { Verdict, Verified } from '#platform/proof/verify-proof.js';
import { useToday, useZone } from '../../ui/display/figures.js';
import { dayIn, dayText, grouped, secondText } from '../../ui/display/format.js';
import { Icon, type IconType } from '../../ui/display/icon.js';
import { DescriptionList } from '../../ui/layout/description.js';
import { Disclosure } from '../../ui/layout/disclosure.js';
import { type Tone, toneStyle } from '../../ui/tone.js';
import { i18n } from '../../words/i18n.js';
import { nameIn, recordText, typeName } from './proven-record.js';

const toneStyles: Readonly<
  Record<VerdictWords['tone'], { readonly tone: Tone; readonly icon: IconType }>
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
  /** Next step of the reader. */
  children: ReactNode;
}

/** Result of a check, green or red, with what was found. */
export function ProofVerdict({
  verdict,
  fileName,
  knownKeys,
  children,
}: ProofVerdictProps): ReactNode {
  const zone = useZone();
  const isWhole = verdict.outcome === 'whole';
  const texts = describeVerdict(verdict, i18n.locale === 'hi-IN' ? 'hi' : 'en', zone);
  const { tone, icon } = toneStyles[texts.tone];
  const [first, ...others] = texts.sentences;
  return (
    <section className="card overflow-hidden" style={toneStyle(tone)} aria-labelledby="verdict">
      <div className="flex items-center gap-4 bg-(--s) p-4 text-(--k) md:p-5" role="status">
        <span className="grid size-12 flex-none place-items-center rounded-full bg-(--m) text-surface md:size-14">
          <Icon icon={icon} size="l" />
        </span>
        <div className="min-w-0">
          <h2 id="verdict" className="t2 wrap-anywhere">
            {texts.title}
          </h2>
          <p className="label pt-1 wrap-anywhere">{first}</p>
        </div>
      </div>
      <div className="card-b stack gap-4">
        <DescriptionList
          items={[
            [t`File`, fileName, 'wrap-anywhere'],
            ...texts.facts.map(
              ([label, value]) => [label, shownFact(value), 'wrap-anywhere'] as const,
            ),
          ]}
        />
        {/* below the public key, which one of them asks to compare */}
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
        {children}
        {isWhole && <Events verdict={verdict} />}
      </div>
    </section>
  );

  function shownFact(value: string): ReactNode {
    if (!isWhole) return value;
    if (value === verdict.stream) return recordText(value, nameIn(verdict.events));
    return value === verdict.key ? signerText(value, knownKeys) : value;
  }
}

function signerText(key: string, knownKeys: readonly string[] | undefined): ReactNode {
  const text = <code className="text-meta">{key}</code>;
  if (knownKeys === undefined) return text;
  return (
    <>
      {knownKeys.includes(key) ? (
        t`The key of this server:`
      ) : (
        <span className="font-medium text-danger-ink">{t`This server does not have it:`}</span>
      )}{' '}
      {text}
    </>
  );
}

/** Events of the proof, collapsed at first. */
function Events({ verdict }: { verdict: Verified }): ReactNode {
  const events = verdict.events.flatMap((each) => ('event' in each ? [each.event] : []));
  const zone = useZone();
  const today = useToday();
  return (
    <Disclosure summary={plural(events.length, { one: 'Show # event', other: 'Show # events' })}>
      <ol>
        {events.map(({ revision, type, metadata }) => {
          const recordedAt = new Date(metadata.at);
          return (
            <li
              key={revision}
              className="flex gap-3 border-t border-line py-2 first:border-t-0 max-sm:flex-wrap"
            >
              <span className="num w-6 flex-none text-right text-ink-3">
                {grouped(revision + 1)}
              </span>
              <span className="min-w-0 grow">{typeName(type)}</span>
              <span className="meta num max-sm:w-full max-sm:pl-9">
                {dayText(dayIn(zone, recordedAt), today)}, {secondText(recordedAt, zone)}
              </span>
            </li>
          );
        })}
      </ol>
    </Disclosure>
  );
}
