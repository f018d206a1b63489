import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { ButtonLink } from '../../ui/button.js';
import { usePageName } from '../../ui/frame.js';
import { WhatsApp } from '../../ui/icon.js';
import { Logo } from '../../ui/logo.js';
import { useSite } from '../site.js';
import { whatsAppTo } from './whatsapp.js';
import '../accounts.css';
import { landingContent } from './content.js';
import { Hero } from './hero.js';
import './landing.css';
import { LandingBar } from './landing-bar.js';
import { Features, People, Reviews, Steps, Why } from './sections.js';

/** What a stranger sees at `/`. */
export default function LandingPage(): ReactNode {
  usePageName(landingContent().hero.title.join(' '));
  const { bookDemoNumber } = useSite();
  return (
    <div className="landing">
      <LandingBar />
      <main>
        <Hero />
        <Why />
        <Features />
        <Steps />
        <People />
        <Reviews />
        <section className="land-closing">
          <h2 className="land-h2">{landingContent().closing.title}</h2>
          <p className="lead">{landingContent().closing.text}</p>
          <div className="ctas">
            <ButtonLink kind="primary" size="lg" to="/signup">
              <Trans>Get Started</Trans>
            </ButtonLink>
            {bookDemoNumber && (
              <ButtonLink kind="whatsapp" size="lg" icon={WhatsApp} href={whatsAppTo(bookDemoNumber)} target="_blank" rel="noreferrer">
                <Trans>WhatsApp</Trans>
              </ButtonLink>
            )}
          </div>
        </section>
      </main>
      <footer className="land-foot">
        <Logo className="size-6 text-accent" />
        <span className="meta">{landingContent().footer.text}</span>
      </footer>
      <div className="land-fixed" role="region" aria-label={t`Start`}>
        <ButtonLink kind="primary" size="lg" block to="/signup">
          <Trans>Start Free Trial</Trans>
        </ButtonLink>
      </div>
    </div>
  );
}
