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
const after = (seconds: number) => act(() => void jest.advanceTimersByTime(seconds * 1_000));
const undo = () => screen.queryByRole('button', { name: 'Undo' });

describe('a toast', () => {
  it('stays for 4 seconds', () => {
    show({ text: 'Visit saved' });
    after(3.9);
    expect(screen.queryByText('Visit saved')).not.toBeNull();
    after(0.2);
    expect(screen.queryByText('Visit saved')).toBeNull();
  });

  it('stays for 10 seconds if it can be undone', () => {
    show(withUndo);
    after(9.9);
    expect(undo()).not.toBeNull();
    after(0.2);
    expect(undo()).toBeNull();
  });

  it('stays while it is hovered or focused, and at least a second longer', () => {
    show(withUndo);
    after(9.9);
    fireEvent.focus(undo()!);
    after(60);
    expect(undo()).not.toBeNull();
    fireEvent.blur(undo()!);
    after(0.9);
    expect(undo()).not.toBeNull();
    after(0.2);
    expect(undo()).toBeNull();
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
    expect(document.activeElement).toBe(undo());
    await user().keyboard('{Enter}');
    expect(onSelect).toHaveBeenCalledTimes(1);
    expect(undo()).toBeNull();
  });

  it('leaves the focus in place while there is nothing to press', async () => {
    show({ text: 'Visit saved' });
    const first = screen.getByRole('button', { name: 'First' });
    first.focus();
    await user().keyboard('{F6}');
    expect(document.activeElement).toBe(first);
  });
});
