import { t } from '@lingui/core/macro';
import { ArrowLeft, X } from 'lucide-react';
import { createContext, useContext, useEffect, type ReactNode } from 'react';
import { IconLink } from './button.js';
import { classes } from './classes.js';
import { Button } from './button.js';

interface Surroundings {
  /** At the end of every top-level page's bar, such as a bell. */
  tools?: ReactNode;
  /** Under every top bar: banners. */
  below?: ReactNode;
}

const Around = createContext<Surroundings>({});

/** What the shell gives to every page's top bar. */
export const TopBarSurroundings = Around.Provider;

interface TopBarProps {
  title: string;
  /** Leads up or out; a page with it is not top-level. */
  back?: { to: string; label: string; as?: 'back' | 'close' };
  /** Below the title. */
  sub?: ReactNode;
  /** At most two on the phone; the primary one last. */
  actions?: ReactNode;
  className?: string;
}

/** Title left, actions right, sticky. The page's only h1. */
export function TopBar({ title, back, sub, actions, className }: TopBarProps): ReactNode {
  const { tools, below } = useContext(Around);
  usePageName(title);
  return (
    <>
      <header className={classes('topbar', back && 'has-back', className)}>
        {back && <IconLink to={back.to} label={back.label} icon={back.as === 'close' ? X : ArrowLeft} />}
        <div className="ttl">
          <h1 className={back ? 't2' : 't1'}>{title}</h1>
          {sub && <div className="sub">{sub}</div>}
        </div>
        {actions}
        {!back && tools}
      </header>
      {below}
    </>
  );
}

/** What the tab, the history and a screen reader call this page. */
export function usePageName(name: string): void {
  useEffect(() => {
    document.title = t`${name} · Fieldtrace`;
  }, [name]);
}

/** The content below a top bar. */
export function Page({ className, children }: { className?: string; children: ReactNode }): ReactNode {
  return <div className={classes('page', className)}>{children}</div>;
}

/** The head of a page without a top bar: sign-in, onboarding. */
export function PageHeader({ title, children }: { title: string; children?: ReactNode }): ReactNode {
  usePageName(title);
  return (
    <div>
      <h1 className="t1">{title}</h1>
      {children && <p className="text-ink-2 mt-1.5">{children}</p>}
    </div>
  );
}

interface BottomBarProps {
  /** One large button. */
  children: ReactNode;
  /** Only on the phone; a desktop has its button in the top bar. */
  phoneOnly?: boolean;
  className?: string;
}

/** The action bar of a form or a step, in the thumb zone. Never beside the bottom navigation. */
export function BottomBar({ children, phoneOnly = false, className }: BottomBarProps): ReactNode {
  return <div className={classes('thumb', phoneOnly && 'is-phone', className)}>{children}</div>;
}

/** The buttons of a step: at the thumb on the phone, under what is asked on a desktop. */
export function StepActions({ className, children }: { className: string; children: ReactNode }): ReactNode {
  return <div className={classes('step-acts', className)}>{children}</div>;
}

interface ComposerProps {
  label: string;
  /** Chips above the line of text. */
  actions?: ReactNode;
  /** The text and its send button. */
  children: ReactNode;
  onSubmit: () => void;
}

/** The line at the bottom of a record where something is said about it. */
export function Composer({ label, actions, children, onSubmit }: ComposerProps): ReactNode {
  return (
    <form
      className="composer"
      aria-label={label}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <div className="box">
        {actions && <div className="acts">{actions}</div>}
        <div className="say">{children}</div>
      </div>
    </form>
  );
}

interface LoadMoreProps {
  /** How far the list has come: "12 of 128". */
  far: string;
  hasMore: boolean;
  busy: boolean;
  onMore: () => void;
  /** What the button says, if not Load More. */
  act?: string | undefined;
}

/** Keeps its place and says how far the list has come. */
export function LoadMore({ far, hasMore, busy, onMore, act = t`Load More` }: LoadMoreProps): ReactNode {
  return (
    <div className="flex flex-col items-center gap-2 py-4">
      <span className="meta num" role="status">
        {far}
      </span>
      {hasMore && (
        <Button busy={busy} onClick={onMore}>
          {act}
        </Button>
      )}
    </div>
  );
}
