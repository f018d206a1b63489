import { CSPProvider } from '@base-ui/react/csp-provider';
import type { ReactNode } from 'react';
import { newId } from '../lib/api.js';
import { AppProviders } from '../lib/app-providers.js';
import { onServerClockChange, serverNow } from '../lib/server-clock.js';
import { renewsLeads } from '../shared/lead-record.js';
import { comparesStaleEdits } from '../shared/stale-edit.js';
import { setTextClock } from '../ui/figures.js';
import { AppRouter } from './router.js';

// An address that is typed or opened has no key of its own, and would take over where another page
// of this tab was scrolled to.
if (!(history.state as { key?: string } | null)?.key)
  history.replaceState({ ...history.state, key: newId().slice(-8) }, '');
setTextClock({ now: serverNow, onSet: onServerClockChange });
renewsLeads();
comparesStaleEdits();

export function App(): ReactNode {
  return (
    // the content security policy allows no inline style element either
    <CSPProvider disableStyleElements>
      <AppProviders>
        <AppRouter />
      </AppProviders>
    </CSPProvider>
  );
}
