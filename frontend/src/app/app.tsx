import { CSPProvider } from '@base-ui/react/csp-provider';
import type { ReactNode } from 'react';
import { newId } from '../lib/server/api.js';
import { AppProviders } from '../lib/app-providers.js';
import { onServerClockChange, serverNow } from '../lib/server/server-clock.js';
import { renewLeadsWhenSent } from '../kit/leads/lead-record.js';
import { registerStaleEdits } from '../kit/offline/stale-edit.js';
import { setTextClock } from '../ui/display/figures.js';
import { AppRouter } from './router.js';

// The first history entry has no key: without one it would take over another page's scroll
// position.
if (!(history.state as { key?: string } | null)?.key)
  history.replaceState({ ...history.state, key: newId().slice(-8) }, '');
setTextClock({ now: serverNow, onSet: onServerClockChange });
renewLeadsWhenSent();
registerStaleEdits();

export function App(): ReactNode {
  return (
    // the content security policy forbids inline styles
    <CSPProvider disableStyleElements>
      <AppProviders>
        <AppRouter />
      </AppProviders>
    </CSPProvider>
  );
}
