import { Camera, ChartNoAxesColumn, CalendarClock, FileText } from 'lucide-react';
import type { ReactNode } from 'react';
import { Avatar } from '../../ui/display/avatar.js';
import { classes } from '../../ui/classes.js';
import { Icon, type IconType } from '../../ui/display/icon.js';
import { WholeName } from '../../ui/display/whole-name.js';
import { landingContent } from './content.js';

/** Icons of the features, in the order of their texts. */
const featureIcons: readonly IconType[] = [Camera, FileText, CalendarClock, ChartNoAxesColumn];

/** Paragraph below a title. Numbers with their units, and short pairs of words, do not break. */
export function Intro({ className, children }: { className: string; children: string }): ReactNode {
  return (
    <p className={classes('max-w-lg text-intro text-pretty text-ink-2', className)}>
      <WholeName>{children.replaceAll(/(\d) /g, '$1\u{a0}')}</WholeName>
    </p>
  );
}

interface SectionProps {
  id?: string;
  title: string;
  text?: string;
  /** Puts the title beside the content on a wide screen. */
  split?: boolean;
  children: ReactNode;
}

function Section({ id, title, text, split = false, children }: SectionProps): ReactNode {
  return (
    <section
      id={id}
      className={classes(
        'mx-auto max-w-page scroll-mt-12 px-gutter py-12 md:py-20',
        split && 'grid gap-8 md:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)] md:gap-16',
      )}
    >
      <div>
        <h2 className="text-heading">{title}</h2>
        {text && <Intro className="mt-3">{text}</Intro>}
      </div>
      {children}
    </section>
  );
}

const cardsClass = 'mt-8 grid gap-3 md:grid-cols-2 md:gap-4';

/** Claims, each with its explanation. */
export function Why(): ReactNode {
  const { title, text, points } = landingContent().why;
  return (
    <Section title={title} text={text}>
      <dl className="mt-10 grid gap-8 md:grid-cols-2 md:gap-y-10 lg:grid-cols-4">
        {points.map((point) => (
          <div key={point.title}>
            <dt className="stack gap-1">
              <span className="num font-strong text-figure">{point.figure}</span>
              <span className="t3">{point.title}</span>
            </dt>
            <dd className="text-ink-2 mt-1">{point.text}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

export function Features(): ReactNode {
  const { title, cards: features } = landingContent().features;
  return (
    <Section id="features" title={title}>
      <ul className={cardsClass}>
        {features.map((feature, index) => (
          <li key={feature.title} className="card p-6 md:p-8">
            <Icon icon={featureIcons[index]!} size="l" className="text-ink-2" />
            <h3 className="t2 mt-4">{feature.title}</h3>
            <p className="text-ink-2 mt-1.5">{feature.text}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** The five steps, numbered along a line. */
export function Steps(): ReactNode {
  const { title, text, items } = landingContent().steps;
  return (
    <Section id="how-it-works" title={title} text={text} split>
      <ol className="relative">
        {items.map((item, index) => (
          <li
            key={item.title}
            className="group relative grid grid-cols-[2rem_minmax(0,1fr)] gap-4 pb-6 last:pb-0"
          >
            <span
              className="absolute top-8 bottom-0 left-[15px] border-l-2 border-line group-last:hidden"
              aria-hidden="true"
            />
            <span
              className="num font-strong grid size-8 place-items-center rounded-full bg-surface text-meta inset-ring inset-ring-line"
              aria-hidden="true"
            >
              {index + 1}
            </span>
            <div>
              <h3 className="t3">{item.title}</h3>
              <p className="text-ink-2">{item.text}</p>
            </div>
          </li>
        ))}
      </ol>
    </Section>
  );
}

export function People(): ReactNode {
  const { title, items, sectors } = landingContent().people;
  return (
    <Section title={title} text={sectors} split>
      <ul>
        {items.map((item) => (
          <li key={item.title} className="py-4.5 not-first:shadow-line-t">
            <h3 className="t3">{item.title}</h3>
            <p className="text-ink-2 mt-0.5">{item.text}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

export function Reviews(): ReactNode {
  const { title, items } = landingContent().reviews;
  return (
    <Section id="testimonials" title={title}>
      <div className={cardsClass}>
        {items.map((item) => (
          <figure key={item.name} className="card p-6 md:p-8">
            <blockquote className="text-title-2">“{item.quote}”</blockquote>
            <figcaption className="mt-5 flex items-center gap-3">
              <Avatar name={item.name} />
              <span>
                <span className="label font-medium block">{item.name}</span>
                <span className="meta">{item.role}</span>
              </span>
            </figcaption>
          </figure>
        ))}
      </div>
    </Section>
  );
}
