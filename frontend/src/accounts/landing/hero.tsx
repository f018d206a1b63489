import { t } from '@lingui/core/macro';
import { Clock, FileText, MapPin, Play } from 'lucide-react';
import type { ReactNode } from 'react';
import { Avatar } from '../../ui/display/avatar.js';
import { Badge } from '../../ui/display/badge.js';
import { Button, ButtonLink } from '../../ui/buttons/button.js';
import { classes } from '../../ui/classes.js';
import { Contour } from '../../ui/display/contour.js';
import { Money } from '../../ui/display/figures.js';
import { Glyph } from '../../ui/display/glyph.js';
import { Icon, WhatsApp } from '../../ui/display/icon.js';
import { LiveIndicator } from '../../ui/display/live-indicator.js';
import { photoClass, photosClass } from '../../ui/display/photo.js';
import { toneStyle } from '../../ui/tone.js';
import { TimelineBubble, Timeline, TimelineDay, TimelineItem } from '../../ui/display/timeline.js';
import { demoChat, useInstallationFeatures } from '../installation-features.js';
import { landingContent } from './content.js';
import building from './img/site-1.svg';
import panels from './img/site-2.svg';
import wiring from './img/site-5.svg';
import tank from './img/site-6.svg';
import { Intro } from './sections.js';

export function Hero(): ReactNode {
  const { watchDemo, bookDemoNumber } = useInstallationFeatures();
  const { category, title, text, claims } = landingContent().hero;
  return (
    <div className="relative">
      {/* on a phone the lines would show only beside the picture */}
      <div className="absolute inset-0 overflow-clip max-md:hidden" aria-hidden="true">
        <Contour
          className={classes(
            '-top-40 -right-56 w-272 opacity-24 lg:[--fade:linear-gradient(to_left,black_42%,transparent_66%)]',
            // a narrow window keeps the lines in the picture
            'max-lg:[--fade:linear-gradient(to_left,black_24%,transparent_40%)]',
          )}
        />
      </div>
      <section className="relative mx-auto grid max-w-page grid-cols-1 gap-4 px-gutter pt-3 pb-12 md:gap-10 md:min-h-[calc(100dvh-4rem)] md:grid-cols-[minmax(0,1.15fr)_minmax(0,0.85fr)] md:items-center md:pt-14">
        <div>
          <p className="label mb-1 font-medium text-accent-ink md:mb-2">{category}</p>
          <h1 className="text-display">
            {title[0]}
            <br />
            {title[1]}
          </h1>
          <Intro className="mt-2 md:mt-4">{text}</Intro>
          <div
            className={classes(
              'mt-8 flex flex-wrap gap-2',
              !watchDemo && !bookDemoNumber && 'max-md:hidden',
            )}
          >
            <ButtonLink kind="primary" size="lg" to="/signup" className="max-md:hidden">
              {t`Start Free Trial`}
            </ButtonLink>
            {watchDemo && (
              // the server reads forms only as multipart
              <form method="post" action="/demo" encType="multipart/form-data">
                <Button type="submit" size="lg" icon={Play}>
                  {t`Watch Demo`}
                </Button>
              </form>
            )}
            {bookDemoNumber && (
              <ButtonLink
                kind="ghost"
                size="lg"
                icon={WhatsApp}
                href={demoChat(bookDemoNumber)}
                target="_blank"
                rel="noreferrer"
              >
                {t`Book Demo`}
              </ButtonLink>
            )}
          </div>
          <ul className="mt-5 grid grid-cols-[repeat(3,auto)] justify-between gap-3 md:mt-12 md:justify-start md:gap-10">
            {claims.map((claim) => (
              <li key={claim.figure}>
                <b className="num font-strong block text-[1.375rem]/7 tracking-[-0.015em]">
                  {claim.figure}
                </b>
                <span className="meta">{claim.text}</span>
              </li>
            ))}
          </ul>
        </div>
        <PhoneWithTimeline />
      </section>
    </div>
  );
}

/** Timeline of an invented lead, drawn with the app's own components. */
function PhoneWithTimeline(): ReactNode {
  return (
    <div
      className={classes(
        'relative mx-auto w-full overflow-hidden rounded-card bg-surface px-3.5 pt-3 pb-5 shadow-float',
        // parts of one sheet have a fill, and no frame of their own
        '[&_.bubble]:bg-sunken [&_.day>span]:bg-surface [&_li:not(.highlighted)_.bubble]:shadow-none',
        // on a phone the frame of a phone would only take room
        'md:w-86 md:rounded-[2.25rem] md:shadow-device',
      )}
      role="img"
      aria-label={t`A lead’s timeline: visited for 1 hour 12 minutes, quoted ₹4,82,750, accepted just now`}
    >
      <div aria-hidden="true">
        <div className="-mx-3.5 mb-1 flex items-center gap-2.5 px-4 pb-2.5 shadow-[0_1px_0_var(--color-line)]">
          <Avatar name={t`Rajesh Deshmukh`} size="s" />
          <span className="grow min-w-0">
            <span className="label font-strong block">{t`Rajesh Deshmukh`}</span>
            <span className="meta">{t`Baner, Pune`}</span>
          </span>
          <Badge tone="status-converted" glyph={<Glyph fill="full" />}>
            {t`Converted`}
          </Badge>
        </div>
        <Timeline label={t`Timeline`}>
          <TimelineDay>{t`Mon, 16 Nov`}</TimelineDay>
          <TimelineItem node={MapPin}>
            <TimelineBubble wide>
              <div className="flex flex-wrap items-center gap-2">
                <span className="t3 grow">{t`Site visit`}</span>
                <span className="inline-flex items-center gap-1 text-(length:--text-meta) font-medium whitespace-nowrap text-ink-2 tabular-nums">
                  <Icon icon={Clock} size="s" />
                  {t`1h 12m`}
                </span>
              </div>
              <div className={`mt-2 ${photosClass}`}>
                {[tank, panels, wiring, building].map((src) => (
                  <span key={src} className={photoClass}>
                    <img src={src} alt="" />
                  </span>
                ))}
              </div>
            </TimelineBubble>
          </TimelineItem>
          <TimelineItem node={FileText}>
            <TimelineBubble wide>
              <div className="row between">
                <span className="t3">{t`Quotation`}</span>
                <Badge tone="success">{t`Accepted`}</Badge>
              </div>
              <Money
                paise={48_275_000}
                as="plain"
                className="text-title-2 font-strong tabular-nums"
              />
            </TimelineBubble>
          </TimelineItem>
          <TimelineDay>{t`Today`}</TimelineDay>
          <TimelineItem
            highlighted
            node={{
              element: (
                <span className="node" style={toneStyle('status-converted')}>
                  <Glyph fill="full" />
                </span>
              ),
            }}
          >
            <TimelineBubble
              wide
              actor={t`Asha Kulkarni`}
              lineEnd={<LiveIndicator live>{t`Just now`}</LiveIndicator>}
            >
              <p className="label">{t`Signed. ₹1,50,000 received by UPI.`}</p>
            </TimelineBubble>
          </TimelineItem>
          <TimelineItem node={{ element: <Avatar name={t`Meera Iyer`} size="node" /> }}>
            <TimelineBubble>
              <p className="label">{t`Great work, team dinner on Friday.`}</p>
            </TimelineBubble>
          </TimelineItem>
        </Timeline>
      </div>
    </div>
  );
}
