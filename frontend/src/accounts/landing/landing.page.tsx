import type { ReactNode } from 'react';
import { ButtonLink } from '../../ui/button.js';
import { usePageName } from '../../ui/frame.js';
import { WhatsApp } from '../../ui/icon.js';
import { Logo } from '../../ui/logo.js';
import { useSite } from '../site.js';
import { whatsAppTo } from './whatsapp.js';
import '../accounts.css';
import { content } from './content.js';
import { Hero } from './hero.js';
import './landing.css';
import { LandingBar } from './landing-bar.js';
import { Features, People, Reviews, Steps, Why } from './sections.js';

/** What a stranger sees at `/`. */
export default function LandingPage(): ReactNode {
  usePageName(content.hero.title.join(' '));
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
          <h2 className="land-h2">{content.closing.title}</h2>
          <p className="lead">{content.closing.text}</p>
          <div className="ctas">
            <ButtonLink kind="primary" size="lg" to="/signup">
              Get Started
            </ButtonLink>
            {bookDemoNumber && (
              <ButtonLink kind="whatsapp" size="lg" icon={WhatsApp} href={whatsAppTo(bookDemoNumber)} target="_blank" rel="noreferrer">
                WhatsApp
              </ButtonLink>
            )}
          </div>
        </section>
      </main>
      <footer className="land-foot">
        <Logo className="size-6 text-accent" />
        <span className="meta">{content.footer.text}</span>
      </footer>
      <div className="land-fixed" role="region" aria-label="Start">
        <ButtonLink kind="primary" size="lg" block to="/signup">
          Start Free Trial
        </ButtonLink>
      </div>
    </div>
  );
}
