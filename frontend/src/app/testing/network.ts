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
    const luck = this.isPerfect ? 0.5 : this.random();
    const isLuckBetween = (from: number, to: number): boolean => luck >= from && luck < to;
    const delay = isLuckBetween(0.88, 1) ? 2_000 : 10 + 100 * luck;
    return new Promise((resolve, reject) => {
      const fail = (): void => reject(new TypeError('Failed to fetch'));
      if (!this.isOn) return fail();
      init.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
      // The request is lost.
      if (isLuckBetween(0, 0.02) || (this.isHung && isLuckBetween(0, 0.5))) return undefined;
      if (isLuckBetween(0.02, 0.06)) return void this.clock.schedule(delay, fail);
      this.clock.schedule(delay, () => {
        if (!this.isOn) return fail();
        const isBusy = isLuckBetween(0.06, 0.08);
        const { response, ...cookieChange } = isBusy
          ? { response: busyAnswer() }
          : this.server.answer(path, init, cookie);
        // The answer is lost.
        if (this.isHung || isLuckBetween(0.08, 0.1)) return;
        const isLost = isLuckBetween(0.8, 0.86);
        this.clock.schedule(delay, () => {
          if (isLost || !this.isOn) return fail();
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
  private attempt = 0;

  constructor(
    private readonly network: Network,
    readonly tab: Tab,
  ) {
    this.connect();
  }

  on = (event: string, listener: Listener): unknown => this.listeners.set(event, listener);

  connect = (): void => {
    this.active = true;
    const attempt = ++this.attempt;
    const { network } = this;
    network.clock.schedule(20 + network.random() * 200, () => {
      if (attempt !== this.attempt || !this.tab.isAlive()) return;
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
    this.attempt++;
    this.connected = this.active = false;
    this.session = undefined;
  };

  timeout = (ms: number) => ({
    emitWithAck: (_: string, { after, rooms }: ResumeRequest): Promise<unknown> =>
      new Promise((resolve, reject) => {
        this.network.clock.schedule(ms, () => reject(new Error('timeout')));
        const attempt = this.attempt;
        this.scheduleInOrder(() => {
          const { session, network } = this;
          if (attempt !== this.attempt || !network.server.isSignedIn(session)) return;
          const { server } = network;
          const ownRoom = `member:${session.account}`;
          const answer = {
            position: server.position,
            rooms: rooms.filter((room) => room === ownRoom),
            changes: after === undefined ? [] : server.changesSince(session.account, after),
          };
          this.scheduleInOrder(() => attempt === this.attempt && resolve(answer));
        });
      }),
  });

  push(change: Change): void {
    const attempt = this.attempt;
    const { network } = this;
    if (!network.isPerfect && network.random() < 0.05) return;
    const payload = { position: change.position, changes: [change] };
    this.scheduleInOrder(() => attempt === this.attempt && this.emit('changes', payload));
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
    const attempt = ++this.attempt;
    const isNoticed = this.network.isWorking();
    this.network.clock.schedule(isNoticed ? 20 : 20_000, () => {
      if (attempt !== this.attempt) return;
      this.connected = this.active = false;
      this.emit('disconnect', isNoticed ? 'io server disconnect' : 'ping timeout');
      if (!isNoticed) this.connectLater();
    });
  }

  private connectLater(): void {
    this.active = true;
    const attempt = this.attempt;
    this.network.clock.schedule(
      1_000 + 4_000 * this.network.random(),
      () => attempt === this.attempt && this.connect(),
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
