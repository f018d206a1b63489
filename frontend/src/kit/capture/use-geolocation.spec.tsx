/** @jest-environment ./test/browser-environment.mjs */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { act, cleanup, renderHook } from '@testing-library/react';
import { useGeolocation } from './use-geolocation.js';

let deliverPosition: PositionCallback;
let requestOptions: PositionOptions | undefined;
beforeEach(() => {
  const geolocation = {
    getCurrentPosition: (onSuccess: PositionCallback, _: unknown, options?: PositionOptions) => {
      deliverPosition = onSuccess;
      requestOptions = options;
    },
  };
  Object.defineProperty(navigator, 'geolocation', { value: geolocation, configurable: true });
  globalThis.fetch = jest.fn(async () => Response.json({})) as typeof fetch;
});
afterEach(cleanup);

const position = {
  coords: { latitude: 18.5591, longitude: 73.7868, accuracy: 9 },
} as GeolocationPosition;
const renderGeolocation = () => {
  const onPlace = jest.fn();
  const hook = renderHook(({ generation }) => useGeolocation(undefined, onPlace, { generation }), {
    initialProps: { generation: 0 },
  });
  return { ...hook, onPlace };
};

it('requests a fresh position', () => {
  const { result, onPlace } = renderGeolocation();
  act(() => result.current.findLocation());
  act(() => deliverPosition(position));
  expect(requestOptions?.maximumAge).toBe(0);
  expect(onPlace).toHaveBeenCalledWith({ lat: 18.5591, lng: 73.7868 }, 9);
});

it('ignores a position that arrives after the draft was discarded', () => {
  const { result, rerender, onPlace } = renderGeolocation();
  act(() => result.current.findLocation());
  rerender({ generation: 1 });
  act(() => deliverPosition(position));
  expect(onPlace).not.toHaveBeenCalled();
  expect(result.current.searchState.state).toBe('idle');
});

it('ignores a position that arrives after the location was cleared', () => {
  const { result, onPlace } = renderGeolocation();
  act(() => result.current.findLocation());
  act(() => result.current.clearLocation());
  expect(onPlace.mock.calls).toEqual([[undefined]]);
  act(() => deliverPosition(position));
  expect(onPlace).toHaveBeenCalledTimes(1);
});
