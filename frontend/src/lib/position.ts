import { create } from 'zustand';

export interface CommandResult {
  readonly id: string;
  readonly revision: number;
  readonly position: string;
  readonly customerId?: string;
}

/** Answer of the server with the position of the log that its views had at least. */
export interface Positioned<Answer> {
  readonly answer: Answer;
  readonly position: string | undefined;
}

/** How far this browser has seen the log. Positions are opaque, ordered, of fixed width. */
interface Seen {
  /** Until where changes have been received for certain: moved by answers to `resume` only. */
  readonly resumed: string | undefined;
  /** Position of this browser's own last write. Queries ask for views at least that far. */
  readonly own: string | undefined;
  /** The last answer came from views that had not caught up; it is asked again. */
  readonly behind: boolean;
}

export const usePosition = create<Seen>(() => ({
  resumed: undefined,
  own: undefined,
  behind: false,
}));

export const resumedAt = (position: string): void => usePosition.setState({ resumed: position });

export function wroteAt(position: string): void {
  const { own } = usePosition.getState();
  if (own === undefined || position > own) usePosition.setState({ own: position });
}

/** Position that a query waits for; undefined where a resume has passed the own writes. */
export function askedAfter(): string | undefined {
  const { own, resumed } = usePosition.getState();
  return own !== undefined && (resumed === undefined || resumed < own) ? own : undefined;
}

export const sawStale = (): void => usePosition.setState({ behind: true });
export const caughtUp = (): void => usePosition.setState({ behind: false });
export const forgetPositions = (): void =>
  usePosition.setState({ resumed: undefined, own: undefined, behind: false });
