import { create } from 'zustand';

/** Chromium's `beforeinstallprompt` event, which TypeScript's DOM types lack. */
interface InstallPrompt extends Event {
  prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

const useInstallOffer = create<{ readonly offer: InstallPrompt | undefined }>(() => ({
  offer: undefined,
}));

/** Listens from the start, because the browser fires the event once and early. */
export function listenForInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    // the app offers the installation in its settings, not over the current screen
    event.preventDefault();
    useInstallOffer.setState({ offer: event as InstallPrompt });
  });
  addEventListener('appinstalled', () => useInstallOffer.setState({ offer: undefined }));
}

export type InstallState =
  | { readonly state: 'installed' | 'by-hand-on-ios' | 'not-offered' }
  | { readonly state: 'offered'; readonly install: () => Promise<void> };

/** Whether and how this app can be installed. */
export function useInstallState(): InstallState {
  const offer = useInstallOffer((state) => state.offer);
  if (matchMedia('(display-mode: standalone)').matches) return { state: 'installed' };
  if (offer)
    return {
      state: 'offered',
      install: async () => {
        // a prompt can be used once
        useInstallOffer.setState({ offer: undefined });
        await offer.prompt();
      },
    };
  return { state: isIos() ? 'by-hand-on-ios' : 'not-offered' };
}

/** Whether this is iOS. An iPad's user agent says Mac, but no Mac has a touch screen. */
const isIos = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Mac') && navigator.maxTouchPoints > 1);
