import { t } from '@lingui/core/macro';
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { VerifyBanner } from '../../accounts/verify-banner.js';
import { useReach } from '../../lib/server/network.js';
import { useOutboxCounts } from '../../lib/outbox/outbox.js';
import { useMe } from '../../lib/account/session.js';
import { RefetchAtMidnight } from '../refetch-at-midnight.js';
import { AskAfterContact } from './ask-after-contact.js';
import { FetchAhead } from './fetch-ahead.js';
import { lazyPart } from '../../ui/loading/code.js';
import { classes } from '../../ui/classes.js';
import { ZoneProvider } from '../../ui/display/figures.js';
import { TopBarSurroundings } from '../../ui/layout/frame.js';
import { LazyMount } from '../../ui/loading/lazy-mount.js';
import { Toasts } from '../../ui/feedback/toast.js';
import { AlertsBell } from '../../notifications/alerts-bell.js';
import { BottomNavigation } from './bottom-navigation.js';
import { destinations } from './navigation.js';
import { ScrollRestoration } from './scroll-restoration.js';
import { Sidebar } from './sidebar.js';
import { NetworkBanner, UpdateBanner } from './state-banners.js';
import { useOrigin } from './use-origin.js';
import { useRunningVisit } from '../../kit/visits/use-running-visit.js';

const OutboxChip = lazyPart(async () => ({
  default: (await import('../../kit/offline/outbox-chip.js')).OutboxChip,
}));
const RefusalToasts = lazyPart(() => import('../../kit/offline/refusal-toasts.js'));
const RunningVisit = lazyPart(() => import('../../visits/running-visit.js'));
const MenuDrawer = lazyPart(() => import('./menu-drawer.js'));
const SignOutDialog = lazyPart(() => import('./sign-out-dialog.js'));
const VerifyDialog = lazyPart(() => import('../../accounts/verify-dialog.js'));

/** Shows children while the outbox has items. Only this part of the shell follows the outbox. */
function WhileUnsent({ children }: { children: ReactNode }): ReactNode {
  const { waiting, refused } = useOutboxCounts();
  return <LazyMount when={waiting + refused > 0}>{children}</LazyMount>;
}

/** Frame of all signed-in screens. */
export function Shell(): ReactNode {
  const { organization } = useMe();
  const { pathname } = useLocation();
  const [openDialog, setOpenDialog] = useState<'menu' | 'sign-out' | 'verification'>();
  const close = useCallback(() => setOpenDialog(undefined), []);
  // closes only its own dialog, because another may be open by then
  const closeVerification = useCallback(
    () => setOpenDialog((current) => (current === 'verification' ? undefined : current)),
    [],
  );
  const main = useRef<HTMLElement>(null);
  useFocusOnNewScreen(main, pathname);
  // a phone has one bar at the bottom: navigation on top-level pages, else the page's own
  const isTopLevel = destinations.some((destination) => destination.to === pathname);
  const origin = useOrigin();
  const reach = useReach();
  const runningVisit = useRunningVisit();
  const visit = organization && pathname !== '/visits/new' ? runningVisit : undefined;
  return (
    <ZoneProvider value={organization?.timeZone}>
      <RefetchAtMidnight />
      {organization && <FetchAhead />}
      <TopBarSurroundings
        value={{
          origin,
          tools: organization && (
            <>
              <WhileUnsent>
                <OutboxChip />
              </WhileUnsent>
              <AlertsBell />
            </>
          ),
          below: (
            <>
              <UpdateBanner />
              <VerifyBanner onVerify={() => setOpenDialog('verification')} />
            </>
          ),
        }}
      >
        <div
          className={classes(
            'min-h-dvh pb-(--ft-below) [--ft-below:calc(var(--ft-nav)_+_var(--ft-visit))] md:grid md:grid-cols-[var(--spacing-sidebar)_minmax(0,1fr)]',
            // heights of the bars, for what floats above them
            isTopLevel
              ? '[--ft-nav:calc(var(--spacing-bottomnav)_+_env(safe-area-inset-bottom))] md:[--ft-nav:0px]'
              : '[--ft-nav:0px]',
            visit ? '[--ft-visit:3.25rem]' : '[--ft-visit:0px]',
            reach !== 'online' && '[--ft-strip:1.875rem]',
          )}
        >
          <ScrollRestoration />
          <a
            className="btn btn-primary fixed top-2 left-2 z-(--ft-z-tooltip) not-focus-visible:[clip-path:inset(50%)]"
            href="#main"
          >
            {t`Skip to content`}
          </a>
          <Sidebar onSignOut={() => setOpenDialog('sign-out')} />
          <main
            id="main"
            className="flex min-h-[calc(100dvh-var(--ft-below))] min-w-0 flex-col"
            ref={main}
            tabIndex={-1}
          >
            {reach !== 'online' && <NetworkBanner reach={reach} />}
            <Outlet />
          </main>
          <LazyMount when={visit !== undefined}>
            {visit && <RunningVisit visit={visit} />}
          </LazyMount>
          {isTopLevel && (
            <BottomNavigation
              onMenu={() => setOpenDialog('menu')}
              menuOpen={openDialog === 'menu'}
            />
          )}
          <LazyMount when={openDialog === 'menu'}>
            <MenuDrawer
              open={openDialog === 'menu'}
              onClose={close}
              onSignOut={() => setOpenDialog('sign-out')}
            />
          </LazyMount>
          <LazyMount when={openDialog === 'sign-out'}>
            <SignOutDialog open={openDialog === 'sign-out'} onClose={close} />
          </LazyMount>
          {/* here, because a right code may remove the banner and the screen that opened it */}
          <LazyMount when={openDialog === 'verification'}>
            <VerifyDialog open={openDialog === 'verification'} onClose={closeVerification} />
          </LazyMount>
        </div>
        {organization && (
          <WhileUnsent>
            <RefusalToasts />
          </WhileUnsent>
        )}
        {organization && <AskAfterContact />}
        <Toasts />
      </TopBarSurroundings>
    </ZoneProvider>
  );
}

/** Focuses the content of a new screen, unless the screen has set the focus itself. */
function useFocusOnNewScreen(main: { current: HTMLElement | null }, pathname: string): void {
  const lastPathname = useRef(pathname);
  useEffect(() => {
    if (lastPathname.current === pathname) return;
    lastPathname.current = pathname;
    const isFocusSet =
      document.activeElement instanceof HTMLElement &&
      main.current?.contains(document.activeElement);
    if (!isFocusSet) main.current?.focus({ preventScroll: true });
  }, [main, pathname]);
}
