import { create } from 'zustand';
import { storeText, readStoredFields } from '../../browser/stored-text.js';

export interface CommandResult {
  readonly id: string;
  readonly revision: number;
  readonly position: string;
  readonly customerId?: string;
}

/**
 * Answer of the server, with a position that its views had reached at least, by which documents are
 * ordered.
 */
export interface Positioned<Answer> {
  readonly answer: Answer;
  readonly position: string | undefined;
}

/** Log positions that this browser has seen. They are opaque, ordered strings of fixed width. */
interface LogPositions {
  /**
   * Instant at which the server's views were begun. A restored log has views that were begun later,
   * whose positions cannot be compared with earlier ones.
   */
  readonly views: string | undefined;
  /** Position up to which all changes were received. Only answers to `resume` move it. */
  readonly resumed: string | undefined;
  /** Position of this browser's last write. Queries wait for views at least that far. */
  readonly own: string | undefined;
  /** Whether the last answer came from lagging views, which causes a refetch. */
  readonly behind: boolean;
}

const noPositions: LogPositions = {
  views: undefined,
  resumed: undefined,
  own: undefined,
  behind: false,
};

/** Name of the stored position of the last write, with the views that it belongs to. */
const STORAGE_KEY = 'fieldtrace-last-write';

/**
 * Positions of this tab. The position of the last write survives a reload and is shared with new
 * tabs, so that no form starts from values that the views have not updated yet.
 */
export const usePosition = create<LogPositions>(() => ({
  ...noPositions,
  ...readStoredFields<Pick<LogPositions, 'views' | 'own'>>(STORAGE_KEY),
}));

/**
 * Stores which views an answer comes from. Positions of earlier views are dropped.
 * @returns whether other views were known until now
 */
export function updateKnownViews(views: string | undefined): boolean {
  const { views: viewsBefore } = usePosition.getState();
  if (views === undefined || views <= (viewsBefore ?? '')) return false;
  if (viewsBefore === undefined) usePosition.setState({ views });
  else usePosition.setState({ views, resumed: undefined, own: undefined });
  return viewsBefore !== undefined;
}

/** Position prefixed with its views, so that it sorts after all positions of earlier views. */
const positionIn = (views: string | undefined, position: string | undefined): string | undefined =>
  views === undefined || position === undefined ? position : `${views} ${position}`;

/** Position that the views behind an answer had at least. */
export const positionOf = ({ headers }: Response): string | undefined =>
  positionIn(headers.get('X-Views') ?? undefined, headers.get('X-Position') ?? undefined);

/** Position in the current views, in the form by which documents are ordered. */
export const positionNow = (position: string): string | undefined =>
  positionIn(usePosition.getState().views, position);

/** Views in a position; undefined if the server did not name them. */
export const viewsOf = (position: string | undefined): string | undefined =>
  position?.includes(' ') ? position.slice(0, position.indexOf(' ')) : undefined;

export const updateResumedPosition = (position: string): void =>
  usePosition.setState({ resumed: position });

export function updateOwnWritePosition(position: string): void {
  const { own, views } = usePosition.getState();
  if (own !== undefined && position <= own) return;
  usePosition.setState({ own: position });
  storeText(STORAGE_KEY, JSON.stringify({ views, own: position }));
}

/** Position that a query waits for; undefined once a resume has passed the tab's own writes. */
export function positionToAwait(): string | undefined {
  const { own, resumed } = usePosition.getState();
  return own !== undefined && (resumed === undefined || resumed < own) ? own : undefined;
}

export const markBehind = (): void => usePosition.setState({ behind: true });
export const markCaughtUp = (): void => usePosition.setState({ behind: false });
export const forgetPositions = (): void => usePosition.setState(noPositions);
