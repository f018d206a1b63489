import 'fake-indexeddb/auto';
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { IDBFactory } from 'fake-indexeddb';
import { type Clock, randomNumbers } from './clock.js';
import type * as Entry from './tab-entry.js';

/** Exports of the modules of one tab. */
type TabModules = typeof Entry;

/** Globals that a tab's modules find in their window. */
const globalNames = [
  'window',
  'document',
  'navigator',
  'location',
  'localStorage',
  'addEventListener',
  'removeEventListener',
  'dispatchEvent',
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
  'Date',
  'performance',
  'Math',
  'crypto',
  'indexedDB',
  'BroadcastChannel',
  'fetch',
  'XMLHttpRequest',
  'connectSocket',
  'reportError',
] as const;
type Evaluate = (exports: object, ...surroundings: unknown[]) => void;

/** Bundles the modules of a tab into a function that evaluates them with fresh state. */
export function bundleTab(): Evaluate {
  const script = fileURLToPath(new URL('./bundle-tab.mjs', import.meta.url));
  return new Function(
    'exports',
    ...globalNames,
    execFileSync(process.execPath, [script], { encoding: 'utf8' }),
  ) as Evaluate;
}

/** Request of a resume. */
export interface ResumeRequest {
  readonly after?: string;
  readonly rooms: readonly string[];
}
/** Socket as Socket.IO offers it. */
export interface TabSocket {
  connected: boolean;
  active: boolean;
  readonly on: (event: string, listener: (payload?: unknown) => void) => unknown;
  readonly connect: () => void;
  readonly disconnect: () => void;
  readonly timeout: (ms: number) => {
    readonly emitWithAck: (event: string, request: ResumeRequest) => Promise<unknown>;
  };
}

/** Network and server, as pages reach them. */
export interface Outside {
  readonly isOnline: () => boolean;
  readonly fetch: (path: string, init: RequestInit) => Promise<Response>;
  readonly connect: (tab: Tab) => TabSocket;
}

/** Open page. */
export interface Tab extends TabModules {
  readonly isAlive: () => boolean;
  readonly dispatch: (event: string) => void;
  /** Closes the page: its open transactions are undone. */
  readonly kill: () => void;
}

/** Parts of a transaction of fake-indexeddb. */
interface Transaction {
  readonly db: unknown;
  _state: 'active' | 'inactive' | 'committing' | 'finished';
  readonly _rollbackLog: readonly (() => void)[];
  readonly _requests: unknown[];
}
interface Connection {
  readonly close: () => void;
  readonly _rawDatabase: {
    transactions: readonly Transaction[];
    readonly processTransactions: () => void;
  };
}
type Listener = (event: { readonly data: unknown }) => void;
interface Receiver {
  readonly name: string;
  readonly receive: (data: unknown) => void;
}

/**
 * Copies stored data and messages. Copies are frozen: a page that changes one throws.
 * @throws DataCloneError
 */
function clone(value: unknown): unknown {
  if (typeof value === 'function' || typeof value === 'symbol')
    throw new DOMException('Cannot be cloned', 'DataCloneError');
  if (
    typeof value !== 'object' ||
    value === null ||
    value instanceof Blob ||
    Object.isFrozen(value)
  )
    return value;
  if (Array.isArray(value)) return Object.freeze(value.map(clone));
  const copy: Record<string, unknown> = {};
  for (const name of Object.keys(value))
    copy[name] = clone((value as Record<string, unknown>)[name]);
  return Object.freeze(copy);
}

/** Undoes open transactions of a closed page. */
function undoTransactions(connection: Connection): void {
  const { _rawDatabase: database } = connection;
  const openTransactions = database.transactions.filter(
    ({ db, _state }) => db === connection && (_state === 'active' || _state === 'inactive'),
  );
  for (const transaction of openTransactions) {
    for (const undoWrite of transaction._rollbackLog.toReversed()) undoWrite();
    transaction._requests.splice(0);
    transaction._state = 'finished';
  }
  database.transactions = database.transactions.filter(
    (transaction) => !openTransactions.includes(transaction),
  );
  connection.close();
  database.processTransactions();
}

/** A new promise for each call, so that its waiters are collected with the page. */
const waitForever = (): Promise<never> => new Promise(() => undefined);

const originalGlobals = { setImmediate, structuredClone };
/** Functions that a simulated browser replaces until it is closed. */
let replaceableGlobals: {
  setImmediate: (task: () => void) => unknown;
  structuredClone: typeof clone;
} = originalGlobals;
// Assigned once, because Jest keeps each value that a global variable ever had until its file ends.
globalThis.setImmediate = ((task: () => void) => replaceableGlobals.setImmediate(task)) as never;
globalThis.structuredClone = ((value: unknown) =>
  replaceableGlobals.structuredClone(value)) as never;

/** State that the tabs of a simulated browser share. */
export class Browser {
  readonly random: () => number;
  readonly indexedDB = new IDBFactory();
  private readonly locks = new Map<string, EventTarget>();
  private readonly receivers = new Set<Receiver>();

  constructor(
    private readonly evaluate: Evaluate,
    readonly clock: Clock,
    private readonly outside: Outside,
    seed: number,
  ) {
    this.random = randomNumbers(seed);
    // IndexedDB requests run on the virtual clock.
    const chooseDelayMs = (): number => {
      const luck = this.random();
      if (luck < 0.7) return 0;
      return luck < 0.9 ? 1 : 3;
    };
    const runLater = (task: () => void): void => void clock.schedule(chooseDelayMs(), task);
    replaceableGlobals = { setImmediate: runLater, structuredClone: clone };
  }

  close = (): void => {
    replaceableGlobals = originalGlobals;
  };

  open(): Tab {
    const { clock, random, outside } = this;
    const window = new EventTarget();
    const document = Object.assign(new EventTarget(), {
      visibilityState: 'visible',
      readyState: 'complete',
      documentElement: {},
    });
    const connections: Connection[] = [];
    const receivers: Receiver[] = [];
    let isAlive = true;
    const startTimer = (run: () => void, ms = 0): unknown =>
      isAlive ? clock.schedule(ms, () => isAlive && run()) : undefined;
    const stopTimer = (task: never): void => void (task && clock.cancel(task));
    const fetch = async (path: string, init: RequestInit = {}): Promise<Response> => {
      if (!isAlive) return waitForever();
      try {
        const answer = await outside.fetch(path, init);
        return isAlive ? answer : await waitForever();
      } catch (error) {
        if (!isAlive) return waitForever();
        throw error;
      }
    };
    const surroundings: Readonly<Record<(typeof globalNames)[number], unknown>> = {
      window: Object.assign(window, { document }),
      document,
      navigator: this.createNavigator(window, () => isAlive),
      location: {
        assign: () => undefined,
        reload: () => undefined,
        pathname: '/leads',
        search: '',
      },
      localStorage: undefined,
      addEventListener: window.addEventListener.bind(window),
      removeEventListener: window.removeEventListener.bind(window),
      dispatchEvent: window.dispatchEvent.bind(window),
      setTimeout: startTimer,
      clearTimeout: stopTimer,
      setInterval: () => undefined,
      clearInterval: stopTimer,
      Date: dateOf(clock),
      performance: { now: () => clock.now },
      Math: Object.assign(Object.create(Math) as object, { random }),
      crypto: {
        getRandomValues: (bytes: Uint8Array) =>
          bytes.forEach((_, index) => (bytes[index] = random() * 256)) ?? bytes,
      },
      indexedDB: this.createDevice(connections, () => isAlive),
      BroadcastChannel: this.createChannelClass(receivers, () => isAlive),
      fetch,
      XMLHttpRequest: requestOver(fetch),
      connectSocket: () => outside.connect(tab),
      reportError: (error: Error) => {
        throw error;
      },
    };
    const modules = {} as TabModules;
    this.evaluate(modules, ...globalNames.map((name) => surroundings[name]));
    const kill = (): void => {
      isAlive = false;
      for (const receiver of receivers) this.receivers.delete(receiver);
      for (const [name, holder] of this.locks) if (holder === window) this.locks.delete(name);
      for (const connection of connections) undoTransactions(connection);
    };
    const tab: Tab = {
      ...modules,
      isAlive: () => isAlive,
      dispatch: (event) => void window.dispatchEvent(new Event(event)),
      kill,
    };
    return tab;
  }

  private createNavigator(holder: EventTarget, isAlive: () => boolean): object {
    const { locks, outside } = this;
    const request = async (
      name: string,
      _: object,
      work: (lock: object | null) => Promise<unknown>,
    ): Promise<unknown> => {
      if (!isAlive()) return waitForever();
      if (locks.has(name)) return work(null);
      locks.set(name, holder);
      const release = (): void => {
        if (locks.get(name) === holder) locks.delete(name);
      };
      return work({}).finally(release);
    };
    return {
      locks: { request },
      userAgent: 'tab',
      get onLine() {
        return outside.isOnline();
      },
    };
  }

  private createDevice(connections: Connection[], isAlive: () => boolean): object {
    const open = (name: string, version: number): object => {
      const opening = this.indexedDB.open(name, version);
      opening.addEventListener('success', () => {
        const connection = opening.result as unknown as Connection;
        if (isAlive()) connections.push(connection);
        else connection.close();
      });
      return opening;
    };
    return { open };
  }

  private createChannelClass(tabReceivers: Receiver[], isAlive: () => boolean): unknown {
    const { receivers, clock, random } = this;
    return class {
      private readonly listeners = new Set<Listener>();
      private readonly receiver: Receiver;
      constructor(name: string) {
        this.receiver = {
          name,
          receive: (data) => isAlive() && this.listeners.forEach((listener) => listener({ data })),
        };
        receivers.add(this.receiver);
        tabReceivers.push(this.receiver);
      }
      addEventListener = (_: string, listener: Listener): unknown => this.listeners.add(listener);
      removeEventListener = (_: string, listener: Listener): unknown =>
        this.listeners.delete(listener);
      postMessage(message: unknown): void {
        const data = clone(message);
        const deliver = (): void => {
          for (const receiver of receivers)
            if (receiver.name === this.receiver.name && receiver !== this.receiver)
              receiver.receive(data);
        };
        if (isAlive()) clock.schedule(2 + random() * 6, deliver);
      }
    };
  }
}

const dateOf = (clock: Clock): unknown =>
  class extends Date {
    static override now = (): number => clock.now;
    constructor(...args: [] | [number]) {
      super(...((args.length === 0 ? [clock.now] : args) as [number]));
    }
  };

/** XMLHttpRequest on top of fetch. */
const requestOver = (fetch: (path: string, init: RequestInit) => Promise<Response>): unknown =>
  class extends EventTarget {
    readonly upload = new EventTarget();
    status = 0;
    responseText = '';
    private target = { path: '', method: '' };
    private readonly headers: Record<string, string> = {};
    private answerHeaders = new Headers();
    private readonly aborting = new AbortController();

    open(method: string, path: string): void {
      this.target = { method, path };
    }
    setRequestHeader(name: string, value: string): void {
      this.headers[name] = value;
    }
    getResponseHeader = (name: string): string | null => this.answerHeaders.get(name);
    abort(): void {
      this.aborting.abort();
      this.dispatchEvent(new Event('abort'));
    }
    async send(body: FormData): Promise<void> {
      try {
        const { path, method } = this.target;
        const answer = await fetch(path, {
          method,
          headers: this.headers,
          body,
          signal: this.aborting.signal,
        });
        this.status = answer.status;
        this.answerHeaders = answer.headers;
        this.responseText = await answer.text();
        this.dispatchEvent(new Event('load'));
      } catch {
        this.dispatchEvent(new Event('error'));
      }
    }
  };
