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
import { markNavigationEnd, markNavigationStart } from '../lib/navigate.js';
import { handleBackForOverlays, handleRouteChange } from '../ui/overlays/overlay-history.js';
import { rerenderedByLanguage } from '../words/language.js';
import { canonicalPath } from './canonical-path.js';
import { LoadingScreen } from './guards.js';
import { fetchScreens, routes } from './routes.js';
import { ScreenBoundary } from './screen-failed.js';

// Registered before the router, which must not handle the history change of a closing overlay.
handleBackForOverlays();
const browserHistory = UNSAFE_createBrowserHistory({ v5Compat: true });
const firstScreen = fetchScreens(browserHistory.location.pathname);

/**
 * Router without loaders and actions, which would enlarge the first screen. Has its own history,
 * because overlays take part in it.
 */
export const AppRouter = rerenderedByLanguage(function AppRouter(): ReactNode {
  const [{ action, location }, show] = useState({
    action: browserHistory.action,
    location: browserHistory.location,
  });
  useLayoutEffect(
    () =>
      browserHistory.listen((next) => {
        markNavigationStart();
        handleRouteChange(next.location.key);
        void fetchScreens(next.location.pathname);
        // the old screen stays until the new one has loaded
        startTransition(() => show(next));
      }),
    [],
  );
  useLayoutEffect(markNavigationEnd, [location]);
  // the first screen is not awaited by Suspense, which shows its fallback for at least 300 ms
  const [isFirstScreenLoaded, setFirstScreenLoaded] = useState(false);
  useEffect(() => void firstScreen.then(() => setFirstScreenLoaded(true)), []);
  return (
    <Router navigator={browserHistory} location={location} navigationType={action}>
      <ScreenBoundary>
        <Suspense fallback={<LoadingScreen />}>
          {isFirstScreenLoaded ? <Screens /> : <LoadingScreen />}
        </Suspense>
      </ScreenBoundary>
    </Router>
  );
});

/** Redirects other spellings of an address to the route's own. */
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
