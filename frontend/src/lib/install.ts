import { create } from 'zustand';

/**
 * `beforeinstallprompt` of Chromium, fired where the app can be installed. Not in TypeScript's DOM
 * types.
 */
interface InstallPrompt extends Event {
  prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

const useOffered = create<{ readonly offer: InstallPrompt | undefined }>(() => ({
  offer: undefined,
}));

/** The browser says it once, long before anybody asks: heard from the start. */
export function listenForInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    // it is offered where the person looks for it, not over what they do
    event.preventDefault();
    useOffered.setState({ offer: event as InstallPrompt });
  });
  addEventListener('appinstalled', () => useOffered.setState({ offer: undefined }));
}

export type Installing =
  | { readonly state: 'installed' | 'by-hand-on-ios' | 'not-offered' }
  | { readonly state: 'offered'; readonly install: () => Promise<void> };

/** Whether and how the app can be put on this device. */
export function useInstalling(): Installing {
  const offer = useOffered((state) => state.offer);
  if (matchMedia('(display-mode: standalone)').matches) return { state: 'installed' };
  if (offer)
    return {
      state: 'offered',
      install: async () => {
        // an offer can be taken once
        useOffered.setState({ offer: undefined });
        await offer.prompt();
      },
    };
  return { state: isIos() ? 'by-hand-on-ios' : 'not-offered' };
}

/** An iPad calls itself a Mac; no Mac is touched. */
const isIos = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Mac') && navigator.maxTouchPoints > 1);
