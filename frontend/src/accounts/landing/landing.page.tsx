import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { ButtonLink } from '../../ui/button.js';
import { usePageName } from '../../ui/frame.js';
import { WhatsApp } from '../../ui/icon.js';
import { Logo } from '../../ui/logo.js';
import { demoChat, useSite } from '../site.js';
import { landingContent } from './content.js';
import { Hero } from './hero.js';
import { LandingBar } from './landing-bar.js';
import { Features, Intro, People, Reviews, Steps, Why } from './sections.js';

/** What a stranger sees at `/`. */
export default function LandingPage(): ReactNode {
  usePageName(landingContent().hero.title.join(' '));
  const { bookDemoNumber } = useSite();
  return (
    <div className="max-md:pb-[calc(4.75rem+env(safe-area-inset-bottom))]">
      <LandingBar />
      <main>
        <Hero />
        <Why />
        <Features />
        <Steps />
        <People />
        <Reviews />
        <section className="mx-auto max-w-page px-gutter py-16 md:pt-24 md:pb-28">
          <h2 className="text-heading">{landingContent().closing.title}</h2>
          <Intro className="mt-4">{landingContent().closing.text}</Intro>
          <div className="mt-7 flex flex-wrap gap-2">
            <ButtonLink kind="primary" size="lg" to="/signup">
              {t`Get Started`}
            </ButtonLink>
            {bookDemoNumber && (
              <ButtonLink kind="whatsapp" size="lg" icon={WhatsApp} href={demoChat(bookDemoNumber)} target="_blank" rel="noreferrer">
                {t`WhatsApp`}
              </ButtonLink>
            )}
          </div>
        </section>
      </main>
      <footer className="mx-auto flex max-w-page items-center gap-2.5 px-gutter py-6 shadow-line-t">
        <Logo className="size-6" />
        <span className="meta">{landingContent().footer.text}</span>
      </footer>
      <div
        className="fixed inset-x-0 bottom-0 z-(--ft-z-nav) bg-surface px-gutter pt-2.5 pb-[calc(0.625rem+env(safe-area-inset-bottom))] shadow-bar md:hidden"
        role="region"
        aria-label={t`Start`}
      >
        <ButtonLink kind="primary" size="lg" block to="/signup">
          {t`Start Free Trial`}
        </ButtonLink>
      </div>
    </div>
  );
}
