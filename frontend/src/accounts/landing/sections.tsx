import { Camera, ChartNoAxesColumn, CalendarClock, FileText } from 'lucide-react';
import type { ReactNode } from 'react';
import { Avatar } from '../../ui/avatar.js';
import { Icon, type IconType } from '../../ui/icon.js';
import { landingContent } from './content.js';

const icons: Record<ReturnType<typeof landingContent>['features']['cards'][number]['icon'], IconType> = {
  capture: Camera,
  quote: FileText,
  follow: CalendarClock,
  see: ChartNoAxesColumn,
};

/** The claims, each with what is meant by it. */
export function Why(): ReactNode {
  const { title, text, points } = landingContent().why;
  return (
    <section className="land">
      <div className="land-head">
        <h2 className="land-h2">{title}</h2>
        <p className="lead">{text}</p>
      </div>
      <dl className="land-why">
        {points.map((point) => (
          <div key={point.title}>
            <dt>
              <span className="land-fig num">{point.figure}</span>
              <span className="t3">{point.title}</span>
            </dt>
            <dd className="muted mt-1">{point.text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

export function Features(): ReactNode {
  const { title, cards } = landingContent().features;
  return (
    <section className="land" id="features">
      <h2 className="land-h2">{title}</h2>
      <ul className="land-cards">
        {cards.map((card) => (
          <li key={card.title} className="card land-card">
            <Icon of={icons[card.icon]} size="l" className="text-ink-2" />
            <h3 className="t2 mt-4">{card.title}</h3>
            <p className="muted mt-1.5">{card.text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The five steps as what they are in the product: stations of a trace. */
export function Steps(): ReactNode {
  const { title, text, items } = landingContent().steps;
  return (
    <section className="land land-split" id="how-it-works">
      <div className="land-head">
        <h2 className="land-h2">{title}</h2>
        <p className="lead">{text}</p>
      </div>
      <ol className="land-steps">
        {items.map((item, index) => (
          <li key={item.title}>
            <span className="land-n num" aria-hidden="true">
              {index + 1}
            </span>
            <div>
              <h3 className="t3">{item.title}</h3>
              <p className="muted">{item.text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

export function People(): ReactNode {
  const { title, items, sectors } = landingContent().people;
  return (
    <section className="land land-split">
      <div className="land-head">
        <h2 className="land-h2">{title}</h2>
        <p className="lead">{sectors}</p>
      </div>
      <ul className="land-people">
        {items.map((item) => (
          <li key={item.title}>
            <h3 className="t3">{item.title}</h3>
            <p className="muted mt-0.5">{item.text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function Reviews(): ReactNode {
  const { title, items } = landingContent().reviews;
  return (
    <section className="land" id="testimonials">
      <h2 className="land-h2">{title}</h2>
      <div className="land-reviews">
        {items.map((item) => (
          <figure key={item.name} className="card land-card">
            <blockquote className="text-title-2 leading-snug">“{item.quote}”</blockquote>
            <figcaption className="mt-5 flex items-center gap-3">
              <Avatar name={item.name} />
              <span>
                <span className="label medium block">{item.name}</span>
                <span className="meta">{item.role}</span>
              </span>
            </figcaption>
          </figure>
        ))}
      </div>
    </section>
  );
}
