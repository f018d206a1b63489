import { Menu, X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { ButtonLink, IconButton } from '../../ui/button.js';
import { Logo } from '../../ui/logo.js';

const anchors = [
  { href: '#features', label: 'Features' },
  { href: '#how-it-works', label: 'How it Works' },
  { href: '#testimonials', label: 'Reviews' },
];

/** Sticky; on the phone its anchors fold away. */
export function LandingBar(): ReactNode {
  const [open, setOpen] = useState(false);
  return (
    <header className="lbar">
      <div>
        <Logo />
        <span className="t3 mr-auto ml-1">Fieldtrace</span>
        <nav aria-label="Page" className="lbar-nav">
          {anchors.map((anchor) => (
            <ButtonLink key={anchor.href} kind="ghost" href={anchor.href}>
              {anchor.label}
            </ButtonLink>
          ))}
        </nav>
        <ButtonLink kind="ghost" to="/login">
          Sign In
        </ButtonLink>
        <ButtonLink kind="primary" to="/signup" className="max-md:hidden">
          Start Free
        </ButtonLink>
        <IconButton
          className="md:hidden"
          label={open ? 'Close menu' : 'Menu'}
          icon={open ? X : Menu}
          aria-expanded={open}
          aria-controls="page-menu"
          onClick={() => setOpen(!open)}
        />
      </div>
      {open && (
        <nav id="page-menu" aria-label="Page menu" className="lbar-menu md:hidden">
          {anchors.map((anchor) => (
            <ButtonLink key={anchor.href} kind="ghost" block href={anchor.href} className="justify-start" onClick={() => setOpen(false)}>
              {anchor.label}
            </ButtonLink>
          ))}
        </nav>
      )}
    </header>
  );
}
