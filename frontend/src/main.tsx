import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './styles/main.css';
import { App } from './app/app.js';
import { begin } from './lib/running.js';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

await begin();
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
