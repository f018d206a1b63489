import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** HTTP server that replaces an external service, with faults. */
export abstract class StandInServer<Fault> {
  private readonly faults: Fault[] = [];
  private lastingFault: Fault | undefined;
  private readonly server = createServer(
    (request, response) =>
      void this.answerRequest(request, response).catch(() => response.destroy()),
  );

  static async start<StandIn extends StandInServer<unknown>>(
    this: new () => StandIn,
  ): Promise<StandIn> {
    const standIn = new this();
    await new Promise<void>((resolve) => standIn.server.listen(0, '127.0.0.1', resolve));
    return standIn;
  }

  protected get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Injects one fault into each of the next requests. */
  failNext(...faults: readonly Fault[]): void {
    this.faults.push(...faults);
  }

  /** Injects a fault into all later requests; a call without one ends that. */
  failAlways(fault?: Fault): void {
    this.lastingFault = fault;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  protected takeFault(): Fault | undefined {
    return this.faults.shift() ?? this.lastingFault;
  }

  protected abstract answerRequest(
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void>;
}
