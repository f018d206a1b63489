import { create } from 'zustand';
import { onSessionEnded } from '../account/identity.js';

/** Whether the server refuses requests until the number is verified. Its clock decides. */
export const useVerificationGate = create<{ readonly isClosed: boolean }>(() => ({
  isClosed: false,
}));

export const closeVerificationGate = (): void => useVerificationGate.setState({ isClosed: true });
onSessionEnded(() => useVerificationGate.setState({ isClosed: false }));
