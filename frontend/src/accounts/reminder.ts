import { create } from 'zustand';
import { keep, recall } from '../lib/kept.js';

/** How long "Remind Later" keeps the banner away, in milliseconds. */
const rest = 24 * 60 * 60_000;
const kept = 'fieldtrace.remind-to-verify';

const useUntil = create<{ until: number }>(() => ({ until: Number(recall(kept)) }));

/** Whether the person asked to be reminded later, and when they do so now. */
export function useReminder(): { resting: boolean; remindLater: () => void } {
  const resting = useUntil((state) => state.until) > Date.now();
  return {
    resting,
    remindLater: () => {
      const at = Date.now() + rest;
      keep(kept, String(at));
      useUntil.setState({ until: at });
    },
  };
}
