import { msg, t } from '@lingui/core/macro';
import { Menu, X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { ButtonLink, IconButton } from '../../ui/button.js';
import { LanguageSwitch } from '../../shared/language-switch.js';
import { Logo } from '../../ui/logo.js';
import { useBackCloses } from '../../ui/overlay-history.js';
import { i18n } from '../../words/i18n.js';

const anchors = [
  { href: '#features', label: msg`Features` },
  { href: '#how-it-works', label: msg`How it Works` },
  { href: '#testimonials', label: msg`Reviews` },
];

/** Sticky; on the phone its anchors fold away. */
export function LandingBar(): ReactNode {
  const [open, setOpen] = useState(false);
  useBackCloses(open, () => setOpen(false));
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
            <ButtonLink key={anchor.href} kind="ghost" block href={anchor.href} className="justify-start" onClick={() => setOpen(false)}>
              {i18n._(anchor.label)}
            </ButtonLink>
          ))}
        </nav>
      )}
    </header>
  );
}
