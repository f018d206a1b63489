import { msg, t } from '@lingui/core/macro';
import { Menu, X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { LanguageSwitch } from '../language-switch.js';
import { ButtonLink, IconButton } from '../../ui/buttons/button.js';
import { usePageName } from '../../ui/layout/frame.js';
import { WhatsApp } from '../../ui/display/icon.js';
import { Logo } from '../../ui/display/logo.js';
import { useCloseOnBack } from '../../ui/overlays/overlay-history.js';
import { i18n } from '../../words/i18n.js';
import { demoChat, useInstallationFeatures } from '../installation-features.js';
import { landingContent } from './content.js';
import { Hero } from './hero.js';
import { Features, Intro, People, Reviews, Steps, Why } from './sections.js';

/** `/` for visitors who are not signed in. */
export default function LandingPage(): ReactNode {
  usePageName(landingContent().hero.title.join(' '));
  const { bookDemoNumber } = useInstallationFeatures();
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
          <div className="mt-8 flex flex-wrap gap-2">
            <ButtonLink kind="primary" size="lg" to="/signup">
              {t`Get Started`}
            </ButtonLink>
            {bookDemoNumber && (
              <ButtonLink
                kind="whatsapp"
                size="lg"
                icon={WhatsApp}
                href={demoChat(bookDemoNumber)}
                target="_blank"
                rel="noreferrer"
              >
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
        <p className="meta mt-1.5 text-center">{t`Two steps with your WhatsApp number. No card.`}</p>
      </div>
    </div>
  );
}

const anchors = [
  { href: '#features', label: msg`Features` },
  { href: '#how-it-works', label: msg`How it Works` },
  { href: '#testimonials', label: msg`Reviews` },
];

/** Sticky bar; its anchors are hidden on a phone. */
function LandingBar(): ReactNode {
  const [open, setOpen] = useState(false);
  useCloseOnBack(open, () => setOpen(false));
  return (
    <header className="sticky top-0 z-(--ft-z-nav) bg-canvas/92 backdrop-blur-[10px]">
      <div className="mx-auto flex min-h-16 max-w-page items-center gap-1 py-2 pr-2 pl-gutter md:gap-2 md:pr-gutter">
        <Logo className="size-7.5" />
        <span className="t3 mr-auto ml-1">Fieldtrace</span>
        <nav aria-label={t`Page`} className="mx-auto hidden gap-1 md:flex">
          {anchors.map((anchor) => (
            <ButtonLink key={anchor.href} kind="ghost" href={anchor.href}>
              {i18n._(anchor.label)}
            </ButtonLink>
          ))}
        </nav>
        <LanguageSwitch />
        <ButtonLink kind="ghost" to="/login">
          {t`Sign In`}
        </ButtonLink>
        <ButtonLink kind="primary" to="/signup" className="max-md:hidden">
          {t`Start Free`}
        </ButtonLink>
        <IconButton
          className="md:hidden"
          label={open ? t`Close menu` : t`Menu`}
          icon={open ? X : Menu}
          aria-expanded={open}
          aria-controls="page-menu"
          onClick={() => setOpen(!open)}
        />
      </div>
      {open && (
        <nav id="page-menu" aria-label={t`Page menu`} className="px-2 pb-3 shadow-line-b md:hidden">
          {anchors.map((anchor) => (
            <ButtonLink
              key={anchor.href}
              kind="ghost"
              block
              href={anchor.href}
              className="justify-start"
              onClick={() => setOpen(false)}
            >
              {i18n._(anchor.label)}
            </ButtonLink>
          ))}
        </nav>
      )}
    </header>
  );
}
