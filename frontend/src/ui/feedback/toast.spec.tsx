/** @jest-environment ./test/browser-environment.mjs */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast, Toasts } from './toast.js';

const onSelect = jest.fn();
const withUndo = { text: 'Draft deleted', action: { label: 'Undo', onSelect } };

beforeEach(() => {
  jest.useFakeTimers();
  onSelect.mockClear();
  render(
    <>
      <button type="button">First</button>
      <Toasts />
    </>,
  );
});
afterEach(() => {
  act(() => void jest.runAllTimers());
  cleanup();
  jest.useRealTimers();
});
const user = () =>
  userEvent.setup({ advanceTimers: (milliseconds) => jest.advanceTimersByTime(milliseconds) });
const show = (content: Parameters<typeof toast>[0]) => act(() => toast(content));
const advance = (seconds: number) => act(() => void jest.advanceTimersByTime(seconds * 1_000));
const undoButton = () => screen.queryByRole('button', { name: 'Undo' });

describe('a toast', () => {
  it('stays for 4 seconds', () => {
    show({ text: 'Visit saved' });
    advance(3.9);
    expect(screen.queryByText('Visit saved')).not.toBeNull();
    advance(0.2);
    expect(screen.queryByText('Visit saved')).toBeNull();
  });

  it('stays for 10 seconds if it can be undone', () => {
    show(withUndo);
    advance(9.9);
    expect(undoButton()).not.toBeNull();
    advance(0.2);
    expect(undoButton()).toBeNull();
  });

  it('stays while it is focused, and at least a second longer', () => {
    show(withUndo);
    advance(9.9);
    fireEvent.focus(undoButton()!);
    advance(60);
    expect(undoButton()).not.toBeNull();
    fireEvent.blur(undoButton()!);
    advance(0.9);
    expect(undoButton()).not.toBeNull();
    advance(0.2);
    expect(undoButton()).toBeNull();
  });

  it('is announced alone, without older ones', () => {
    for (const role of ['status', 'alert'])
      expect(screen.getByRole(role).getAttribute('aria-atomic')).toBe('false');
  });

  it.each([
    ['Tab', '{Tab}'],
    ['F6, from wherever the focus is', '{F6}'],
  ])('is reached by %s and undone by Enter', async (_, key) => {
    show(withUndo);
    screen.getByRole('button', { name: 'First' }).focus();
    await user().keyboard(key);
    expect(document.activeElement).toBe(undoButton());
    await user().keyboard('{Enter}');
    expect(onSelect).toHaveBeenCalledTimes(1);
    expect(undoButton()).toBeNull();
  });

  it('leaves the focus in place while there is nothing to press', async () => {
    show({ text: 'Visit saved' });
    const first = screen.getByRole('button', { name: 'First' });
    first.focus();
    await user().keyboard('{F6}');
    expect(document.activeElement).toBe(first);
  });
});
