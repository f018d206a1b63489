import { describe, expect, it } from '@jest/globals';
import { trackCommandStart, trackCommandEnd, isOwnChange } from './own-changes.js';
import {
  positionToAwait,
  forgetPositions,
  updateResumedPosition,
  updateKnownViews,
} from '../server/position.js';

const positionAt = (number: number): string => String(number).padStart(20, '0');

describe('own changes', () => {
  it('are known while the command runs, because their message may precede its answer', () => {
    const ownIds = trackCommandStart({ leadId: 'lead-1', noteId: 'note-1', note: 'Hello' });
    expect(isOwnChange('lead-1', 7)).toBe(true);
    expect(isOwnChange('note-1', 7)).toBe(true);
    expect(isOwnChange('lead-2', 7)).toBe(false);
    trackCommandEnd(ownIds, { id: 'lead-1', revision: 7, position: positionAt(1) });
    expect(isOwnChange('lead-1', 7)).toBe(true);
    expect(isOwnChange('lead-1', 8)).toBe(false);
    expect(isOwnChange('note-1', 0)).toBe(false);
  });
  it('end after a refused command', () => {
    trackCommandEnd(trackCommandStart({ leadId: 'lead-3' }), undefined);
    expect(isOwnChange('lead-3', 0)).toBe(false);
  });
  it('are awaited by queries until a resume has passed them', () => {
    forgetPositions();
    trackCommandEnd(trackCommandStart({ leadId: 'lead-4' }), {
      id: 'lead-4',
      revision: 1,
      position: positionAt(12),
    });
    expect(positionToAwait()).toBe(positionAt(12));
    updateResumedPosition(positionAt(9));
    expect(positionToAwait()).toBe(positionAt(12));
    updateResumedPosition(positionAt(12));
    expect(positionToAwait()).toBeUndefined();
  });
  it('are not awaited after the server was restored from a backup', () => {
    forgetPositions();
    updateKnownViews('2026-11-01T00:00:00.000Z');
    trackCommandEnd(trackCommandStart({ leadId: 'lead-5' }), {
      id: 'lead-5',
      revision: 1,
      position: positionAt(12),
    });
    updateKnownViews('2026-11-01T00:00:00.000Z');
    expect(positionToAwait()).toBe(positionAt(12));
    updateKnownViews('2026-11-28T00:00:00.000Z');
    expect(positionToAwait()).toBeUndefined();
  });
});
