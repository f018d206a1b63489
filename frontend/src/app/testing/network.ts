import type { Clock } from './clock.js';
import { type Change, ServerModel, type Session } from './server-model.js';
import type { ResumeRequest, Outside, Tab, TabSocket } from './tabs.js';

type Listener = (payload?: unknown) => void;

/** Simulated network between tabs and server, with random losses and delays. */
export class Network implements Outside {
  readonly server = new ServerModel(
    (change) => this.push(change),
    (session) => this.endSockets(session),
  );
  /** Cookie of the browser. */
  cookie: Session | undefined;
  /** Disables losses and delays. */
  isPerfect = false;
  private isOn = true;
  private isHung = false;
  private readonly sockets = new Set<Socket>();

  constructor(
    readonly clock: Clock,
    readonly random: () => number,
  ) {}

  isOnline = (): boolean => this.isOn;
  /** Whether requests arrive. */
  isWorking = (): boolean => this.isOn && !this.isHung;

  goOffline(): void {
    this.isOn = false;
    this.dropSockets();
  }

  /** Keeps accepting requests without answering. */
  hang(): void {
    this.isHung = true;
  }

  comeBack(): void {
    if (this.isHung) this.dropSockets();
    this.isOn = true;
    this.isHung = false;
  }

  dropSockets(): void {
    for (const socket of this.sockets) socket.drop();
  }

  fetch = (path: string, init: RequestInit): Promise<Response> => {
    const { cookie } = this;
    // one number decides on the fate of a request: each fault has a range of its own
    const luck = this.isPerfect ? 0.5 : this.random();
    const isLuckBetween = (from: number, to: number): boolean => luck >= from && luck < to;
    const isRequestLost = isLuckBetween(0, 0.02) || (this.isHung && isLuckBetween(0, 0.5));
    const hasRequestFailed = isLuckBetween(0.02, 0.06);
    const isServerBusy = isLuckBetween(0.06, 0.08);
    const isAnswerLost = isLuckBetween(0.08, 0.1);
    const hasAnswerFailed = isLuckBetween(0.8, 0.86);
    const isSlow = isLuckBetween(0.88, 1);
    const delay = isSlow ? 2_000 : 10 + 100 * luck;
    return new Promise((resolve, reject) => {
      const fail = (): void => reject(new TypeError('Failed to fetch'));
      if (!this.isOn) return fail();
      init.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
      if (isRequestLost) return undefined;
      if (hasRequestFailed) return void this.clock.schedule(delay, fail);
      this.clock.schedule(delay, () => {
        if (!this.isOn) return fail();
        const { response, ...cookieChange } = isServerBusy
          ? { response: busyAnswer() }
          : this.server.answer(path, init, cookie);
        if (this.isHung || isAnswerLost) return;
        this.clock.schedule(delay, () => {
          if (hasAnswerFailed || !this.isOn) return fail();
          if ('cookie' in cookieChange) this.cookie = cookieChange.cookie;
          resolve(response);
        });
      });
      return undefined;
    });
  };

  connect = (tab: Tab): TabSocket => {
    const socket = new Socket(this, tab);
    this.sockets.add(socket);
    return socket;
  };

  private push(change: Change): void {
    for (const socket of this.sockets)
      if (
        socket.session?.account === change.owner &&
        (change.view === 'lead-list' || socket.tab.openedLeads.has(change.id))
      )
        socket.push(change);
  }

  private endSockets(session: Session): void {
    for (const socket of this.sockets) if (socket.session === session) socket.end();
  }
}

const busyAnswer = (): Response => Response.json({ code: 'busy', detail: '' }, { status: 503 });

/** Simulated Socket.IO socket: reconnects, except after the server ended or refused it. */
class Socket implements TabSocket {
  connected = false;
  active = true;
  session: Session | undefined;
  private readonly listeners = new Map<string, Listener>();
  /** Arrival time of the last message, because messages keep their order. */
  private lastArrival = 0;
  /** Number of the current connection: what an earlier one has scheduled is ignored. */
  private connectionNumber = 0;

  constructor(
    private readonly network: Network,
    readonly tab: Tab,
  ) {
    this.connect();
  }

  on = (event: string, listener: Listener): unknown => this.listeners.set(event, listener);

  connect = (): void => {
    this.active = true;
    const connectionNumber = ++this.connectionNumber;
    const { network } = this;
    network.clock.schedule(20 + network.random() * 200, () => {
      if (connectionNumber !== this.connectionNumber || !this.tab.isAlive()) return;
      if (!network.isWorking()) return this.connectLater();
      const { cookie } = network;
      if (!network.server.isSignedIn(cookie)) {
        this.active = false;
        return this.emit('connect_error', new Error('signed-out'));
      }
      this.session = cookie;
      this.connected = true;
      this.emit('connect');
    });
  };

  disconnect = (): void => {
    this.connectionNumber++;
    this.connected = this.active = false;
    this.session = undefined;
  };

  timeout = (ms: number) => ({
    emitWithAck: (_: string, { after, rooms }: ResumeRequest): Promise<unknown> =>
      new Promise((resolve, reject) => {
        this.network.clock.schedule(ms, () => reject(new Error('timeout')));
        const connectionNumber = this.connectionNumber;
        this.scheduleInOrder(() => {
          const { session, network } = this;
          if (connectionNumber !== this.connectionNumber || !network.server.isSignedIn(session))
            return;
          const { server } = network;
          const ownRoom = `member:${session.account}`;
          const answer = {
            position: server.position,
            rooms: rooms.filter((room) => room === ownRoom),
            changes: after === undefined ? [] : server.changesSince(session.account, after),
          };
          this.scheduleInOrder(() => connectionNumber === this.connectionNumber && resolve(answer));
        });
      }),
  });

  push(change: Change): void {
    const connectionNumber = this.connectionNumber;
    const { network } = this;
    if (!network.isPerfect && network.random() < 0.05) return;
    const payload = { position: change.position, changes: [change] };
    this.scheduleInOrder(
      () => connectionNumber === this.connectionNumber && this.emit('changes', payload),
    );
  }

  /** Breaks the connection. */
  drop(): void {
    if (!this.connected) return;
    this.disconnect();
    this.emit('disconnect', 'transport close');
    this.connectLater();
  }

  /** Ends the socket by the server; unnoticed on a broken line until a timeout. */
  end(): void {
    this.session = undefined;
    const connectionNumber = ++this.connectionNumber;
    const isNoticed = this.network.isWorking();
    this.network.clock.schedule(isNoticed ? 20 : 20_000, () => {
      if (connectionNumber !== this.connectionNumber) return;
      this.connected = this.active = false;
      this.emit('disconnect', isNoticed ? 'io server disconnect' : 'ping timeout');
      if (!isNoticed) this.connectLater();
    });
  }

  private connectLater(): void {
    this.active = true;
    const connectionNumber = this.connectionNumber;
    this.network.clock.schedule(
      1_000 + 4_000 * this.network.random(),
      () => connectionNumber === this.connectionNumber && this.connect(),
    );
  }

  private scheduleInOrder(task: () => void): void {
    const { clock, random } = this.network;
    this.lastArrival = Math.max(this.lastArrival, clock.now + 5 + random() * 100);
    clock.schedule(this.lastArrival - clock.now, () => this.network.isWorking() && task());
  }

  private emit(event: string, payload?: unknown): void {
    if (this.tab.isAlive()) this.listeners.get(event)?.(payload);
  }
}
