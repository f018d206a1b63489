import { create } from 'zustand';

/** How long "Remind Later" keeps the banner away, in milliseconds. */
const rest = 24 * 60 * 60_000;
const kept = 'fieldtrace.remind-to-verify';

function until(): number {
  try {
    return Number(localStorage.getItem(kept) ?? 0);
  } catch {
    return 0;
  }
}

const useUntil = create<{ until: number }>(() => ({ until: until() }));

/** Whether the person asked to be reminded later, and when they do so now. */
export function useReminder(): { resting: boolean; remindLater: () => void } {
  const resting = useUntil((state) => state.until) > Date.now();
  return {
    resting,
    remindLater: () => {
      const at = Date.now() + rest;
      try {
        localStorage.setItem(kept, String(at));
      } catch {
        // then it rests until the page is opened again
      }
      useUntil.setState({ until: at });
    },
  };
}
