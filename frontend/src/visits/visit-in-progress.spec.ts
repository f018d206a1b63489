import { describe, expect, test } from '@jest/globals';
import {
  activeSeconds,
  stopTimer,
  reopenTimer,
  noVisit,
  pauseTimer,
  pausedSeconds,
  resumeTimer,
  createTimer,
  stateOfTimer,
  visitData,
} from './visit-in-progress.js';
import { type Timer } from '../kit/visits/visit-so-far.js';

const minute = 60_000;
const hour = 60 * minute;

describe('a timer', () => {
  test('counts from its start, whether or not it is shown', () =>
    expect(activeSeconds(createTimer(0), 47 * minute + 19_000)).toBe(2_839));
  test('stops while it is paused', () =>
    expect(activeSeconds(pauseTimer(createTimer(0), 10 * minute), 60 * minute)).toBe(600));
  test('continues where it stopped', () =>
    expect(
      activeSeconds(resumeTimer(pauseTimer(createTimer(0), 10 * minute), 15 * minute), 20 * minute),
    ).toBe(900));
  test('that is ended in a pause excludes the pause', () => {
    const timer = stopTimer(pauseTimer(createTimer(0), 10 * minute), 30 * minute);
    expect(stateOfTimer(timer)).toBe('ended');
    expect(activeSeconds(timer, 99 * minute)).toBe(600);
    expect(pausedSeconds(timer)).toBe(1_200);
  });
  test('that was ended too early can continue', () => {
    const timer = reopenTimer(stopTimer(createTimer(0), 10 * minute));
    expect(stateOfTimer(timer)).toBe('running');
    expect(activeSeconds(timer, 15 * minute)).toBe(900);
  });
  test('that runs is not changed by being resumed again', () => {
    const running = resumeTimer(pauseTimer(createTimer(0), minute), 2 * minute);
    expect(resumeTimer(running, 9 * minute)).toEqual(running);
  });
  test('that was forgotten ends after 24 hours, the longest visit', () => {
    const timer = stopTimer(pauseTimer(createTimer(0), 30 * hour), 50 * hour);
    expect(timer.endedAt).toBe(24 * hour);
    expect(pausedSeconds(timer)).toBe(0);
  });
  test('with a clock that was set back has length zero, never less', () => {
    const timer = stopTimer(createTimer(minute), 0);
    expect(activeSeconds(timer, 0)).toBe(0);
    expect(pausedSeconds(timer)).toBe(0);
    expect(timer.endedAt).toBe(minute);
  });
});

describe('the sent visit', () => {
  const dataAt = (now: number, timer: Timer) => {
    const {
      startedAt,
      endedAt,
      pausedSeconds: paused,
    } = visitData({ ...noVisit, beside: { ...noVisit.beside, timer } }, now);
    return [Date.parse(startedAt), Date.parse(endedAt), paused];
  };
  const timer = stopTimer(
    resumeTimer(pauseTimer(createTimer(100 * minute), 105 * minute), 107 * minute),
    110 * minute,
  );
  test('has the recorded times', () =>
    expect(dataAt(115 * minute, timer)).toEqual([100 * minute, 110 * minute, 120]));
  test('never ends after the device’s time, and keeps its length', () =>
    expect(dataAt(50 * minute, timer)).toEqual([40 * minute, 50 * minute, 120]));
});
