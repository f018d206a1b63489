import { t } from '@lingui/core/macro';
import { ArrowLeft, X } from 'lucide-react';
import { createContext, useContext, useEffect, type ReactNode } from 'react';
import { IconLink } from '../buttons/button.js';
import { classes } from '../classes.js';
import { KeepTogether } from '../display/keep-together.js';

/** Page from which the shown one was opened. */
export interface Origin {
  readonly path: string;
  /** Path with its filters. */
  readonly to: string;
  readonly label: string;
  /** Returns to that page and its scroll position. */
  readonly goBack: () => void;
}

interface Surroundings {
  /** Page to which the back button returns instead of the page's own address. */
  origin?: Origin | undefined;
  /** Tools at the end of the bar, on every page. */
  tools?: ReactNode;
  /** Banners below the bar. */
  below?: ReactNode;
}

const SurroundingsContext = createContext<Surroundings>({});

/** Provides the shell's parts of each page's top bar. */
export const TopBarSurroundings = SurroundingsContext.Provider;

export const useTopBarSurroundings = (): Surroundings => useContext(SurroundingsContext);

interface TopBarProps {
  title: string;
  /** Address of the back or close button; top-level pages have none. */
  back?: { to: string; label: string; as?: 'back' | 'close' };
  /** Content below the title. */
  subtitle?: ReactNode;
  /** Gives the subtitle a line of the bar's whole width on a phone. */
  isSubtitleWide?: boolean;
  /** Actions, at most two on a phone; the primary one last. */
  actions?: ReactNode;
  className?: string;
}

const barClass = classes(
  'topbar sticky top-(--ft-strip,0px) z-(--ft-z-sticky) flex min-h-topbar items-center gap-1 max-md:flex-wrap bg-canvas p-1 [&_.btn-icon]:text-ink',
  // aligns a bordered button with the content below
  'max-md:[&>.btn:not(.btn-icon,.btn-ghost):last-child]:mr-3',
  'md:min-h-16 md:gap-2 md:px-gutter md:pt-3 md:pb-2',
);

/** Sticky top bar: title left, actions right. Contains the page's only h1. */
export function TopBar({
  title,
  back,
  subtitle,
  isSubtitleWide = false,
  actions,
  className,
}: TopBarProps): ReactNode {
  const { tools, below } = useContext(SurroundingsContext);
  usePageName(title);
  return (
    <>
      {/* padding for a two-line title */}
      <header className={classes(barClass, back && 'max-md:py-2', className)}>
        {back && <BackLink {...back} />}
        {/* with larger text the actions are on a line of their own */}
        <div
          className={classes(
            'grow max-md:min-w-[min(100%,5rem)]',
            !back && 'max-md:pl-3',
            isSubtitleWide && 'max-md:contents',
          )}
        >
          <h1
            className={classes(
              'line-clamp-2 wrap-anywhere',
              back ? 't2' : 't1',
              isSubtitleWide && 'max-md:min-w-20 max-md:flex-1',
            )}
            title={title}
          >
            <KeepTogether>{title}</KeepTogether>
          </h1>
          {/* the subtitle wraps instead of being cut off */}
          {subtitle && (
            <div
              className={classes(
                'sub flex min-w-0 flex-wrap items-center gap-x-2',
                isSubtitleWide && 'max-md:order-last max-md:w-full max-md:px-3',
              )}
            >
              {subtitle}
            </div>
          )}
        </div>
        {actions}
        {tools}
      </header>
      {below}
    </>
  );
}

function BackLink({ to, label, as }: Required<Pick<TopBarProps, 'back'>>['back']): ReactNode {
  const { origin } = useContext(SurroundingsContext);
  if (as === 'close' || !origin)
    return <IconLink to={to} label={label} icon={as === 'close' ? X : ArrowLeft} />;
  return (
    <IconLink
      to={origin.to}
      label={origin.path === to ? label : origin.label}
      icon={ArrowLeft}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        origin.goBack();
      }}
    />
  );
}

/** Sets the document title. */
export function usePageName(name: string): void {
  useEffect(() => {
    document.title = t`${name} · Fieldtrace`;
  }, [name]);
}

/** the top bar is as wide as the page */
const pageWidthClass = 'md:max-w-[calc(var(--container-page)+2*var(--spacing-gutter))]';
const pageClass = classes('px-gutter pb-6 md:pb-12 [.banner+&]:pt-4', pageWidthClass);

interface ScreenProps extends TopBarProps {
  pageClassName?: string;
  children: ReactNode;
}

/** Page with a top bar. */
export function Screen({ pageClassName, className, children, ...bar }: ScreenProps): ReactNode {
  return (
    <>
      <TopBar {...bar} className={classes(pageWidthClass, className)} />
      <div className={classes(pageClass, pageClassName)}>{children}</div>
    </>
  );
}
