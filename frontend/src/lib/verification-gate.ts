import { create } from 'zustand';
import { onSessionEnded } from './identity.js';

/**
 * Whether the server has refused a request until the number is verified: its clock decides, not
 * this device's.
 */
export const useVerificationGate = create<{ readonly isClosed: boolean }>(() => ({
  isClosed: false,
}));

export const closeVerificationGate = (): void => useVerificationGate.setState({ isClosed: true });
onSessionEnded(() => useVerificationGate.setState({ isClosed: false }));
