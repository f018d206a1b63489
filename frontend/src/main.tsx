import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './styles/main.css';
import { App } from './app/app.js';
import { bootstrap } from './lib/app-providers.js';
import { tolerateForeignNodes } from './lib/foreign-nodes.js';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

tolerateForeignNodes();
await bootstrap();
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
