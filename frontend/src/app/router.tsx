import {
  type ReactNode,
  startTransition,
  Suspense,
  useEffect,
  useLayoutEffect,
  useState,
} from 'react';
import {
  Navigate,
  Router,
  UNSAFE_createBrowserHistory,
  useLocation,
  useRoutes,
} from 'react-router-dom';
import { arrived, leaving } from '../lib/navigate.js';
import { overlaysOwnBack, routed } from '../ui/overlay-history.js';
import { inLanguage } from '../words/language.js';
import { canonicalPath } from './canonical-path.js';
import { LoadingScreen } from './guards.js';
import { fetchScreens, routes } from './routes.js';
import { ScreenBoundary } from './screen-failed.js';

// Before the router listens, so that it does not hear of what closes an overlay.
overlaysOwnBack();
const browserHistory = UNSAFE_createBrowserHistory({ v5Compat: true });
const firstScreen = fetchScreens(browserHistory.location.pathname);

/**
 * The library's router without loaders and actions: nothing here uses them, and the first screen
 * would have to load them. `BrowserRouter` keeps its history to itself, and here overlays have a
 * part in it.
 */
export const AppRouter = inLanguage(function AppRouter(): ReactNode {
  const [{ action, location }, show] = useState({
    action: browserHistory.action,
    location: browserHistory.location,
  });
  useLayoutEffect(
    () =>
      browserHistory.listen((next) => {
        leaving();
        routed(next.location.key);
        void fetchScreens(next.location.pathname);
        // what was there stays until the screen has come
        startTransition(() => show(next));
      }),
    [],
  );
  useLayoutEffect(arrived, [location]);
  // not left to Suspense, which shows what stands in for a screen for 300 ms at least
  const [isOpen, open] = useState(false);
  useEffect(() => void firstScreen.then(() => open(true)), []);
  return (
    <Router navigator={browserHistory} location={location} navigationType={action}>
      <ScreenBoundary>
        <Suspense fallback={<LoadingScreen />}>{isOpen ? <Screens /> : <LoadingScreen />}</Suspense>
      </ScreenBoundary>
    </Router>
  );
});

/** Redirects another spelling of an address to the route's own. */
function Screens(): ReactNode {
  const { pathname, search, hash, state } = useLocation();
  const screens = useRoutes(routes);
  const canonical = canonicalPath(routes, pathname);
  return canonical === pathname ? (
    screens
  ) : (
    <Navigate to={{ pathname: canonical, search, hash }} state={state as unknown} replace />
  );
}
