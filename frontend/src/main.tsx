import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './styles/main.css';
import { App } from './app/app.js';
import { CrashReports } from './app/crash-reports.js';
import { routes } from './app/routes.js';
import { bootstrap } from './lib/app-providers.js';
import { tolerateForeignNodes } from './browser/foreign-nodes.js';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

tolerateForeignNodes();
const crashes = new CrashReports(routes);
crashes.listen();
await bootstrap();
// Adds React's component stack to reported errors.
createRoot(root, {
  onCaughtError: crashes.report,
  onUncaughtError(error, where) {
    crashes.report(error, where);
    reportError(error);
  },
}).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
