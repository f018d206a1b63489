import type { VitePWAOptions } from 'vite-plugin-pwa';

/** What a phone shows when the app is installed, and what its service worker keeps. */
export const installable: Partial<VitePWAOptions> = {
  // registered by frontend/src/lib; an inline script would break the content security policy
  injectRegister: false,
  registerType: 'prompt',
  // English for all: a browser reads it once and keeps it, and knows no account then
  manifest: {
    name: 'Fieldtrace',
    short_name: 'Fieldtrace',
    description: 'Leads, visits and quotations of a field-sales team on one line',
    lang: 'en-IN',
    id: '/',
    start_url: '/',
    display: 'standalone',
    background_color: '#f5f4f1',
    theme_color: '#f5f4f1',
    icons: [
      { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icons/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      { src: '/icons/logo.svg', sizes: 'any', type: 'image/svg+xml' },
    ],
    shortcuts: [{ name: 'New lead', url: '/leads/new' }],
  },
  // ── service worker ──
  workbox: {
    importScripts: ['/push.js'],
    globPatterns: ['**/*.{js,css,html,woff2,svg,png}'],
    // what a rep on site does not open: charts, what comes before signing in; scripts that are not read here; and what is for those who
    // read Hindi (words/language.ts)
    globIgnores: [
      '**/*{devanagari,cyrillic,greek,vietnamese}*',
      'assets/hi-IN-*',
      'assets/charts-*',
      'assets/landing*',
      'assets/{create,join}-organization*',
    ],
    // kept when it was first needed
    runtimeCaching: [{ urlPattern: /\/assets\//, handler: 'CacheFirst', options: { cacheName: 'seldom', expiration: { maxEntries: 40 } } }],
    navigateFallback: '/index.html',
    navigateFallbackDenylist: [
      /^\/api\//,
      /^\/files\//,
      /^\/pictures\//,
      /^\/+(products|packages)\/+[^/]+\/+share\/*(\?|$)/i,
      /^\/socket\.io\//,
      /^\/dev\//,
      /^\/demo(\?|$)/,
      /^\/healthz/,
      /^\/readyz/,
      /^\/metrics/,
    ],
  },
};
