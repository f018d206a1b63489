import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { StandInServer } from './stand-in-server.js';

/** Fault that the next request meets. */
export type NominatimFault =
  | { readonly status: number; readonly retryAfter?: string }
  | { readonly lateMilliseconds: number }
  | 'down'
  | 'cut'
  | 'stalled'
  | 'silent'
  | 'not what it should be';

/** Parameters that a request must have; no others are allowed. */
const requiredParameters: Readonly<Record<string, RegExp>> = {
  format: /^jsonv2$/,
  lat: /^-?\d{1,2}\.\d{4}$/,
  lon: /^-?\d{1,3}\.\d{4}$/,
  zoom: /^18$/,
  addressdetails: /^1$/,
};

/**
 * Stand-in for a Nominatim server that knows one country, from latitude 8 to 37. Injects faults.
 */
export class NominatimStandIn extends StandInServer<NominatimFault> {
  /** Requested places, as `lat,lon`. */
  readonly requestedPlaces: string[] = [];
  readonly contact = 'it@example.com';

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  protected async answerRequest(
    { method, url = '', headers }: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const { pathname, searchParams } = new URL(url, 'http://stand-in');
    const names = [...searchParams.keys()];
    const hasWrongParameters =
      names.length !== Object.keys(requiredParameters).length ||
      names.some((name) => !requiredParameters[name]?.test(searchParams.get(name)!));
    if (method !== 'GET' || pathname !== '/reverse' || hasWrongParameters)
      return void response.writeHead(400).end();
    // The public server blocks clients without a User-Agent.
    if (
      headers['user-agent'] !== `Fieldtrace (${this.contact})` ||
      headers['accept-language'] !== 'en'
    )
      return void response.writeHead(403).end();
    const [lat, lon] = [searchParams.get('lat')!, searchParams.get('lon')!];
    this.requestedPlaces.push(`${lat},${lon}`);

    const fault = this.takeFault();
    if (fault === 'silent') return;
    if (fault === 'down') return void response.destroy();
    if (typeof fault === 'object' && 'lateMilliseconds' in fault)
      await wait(fault.lateMilliseconds);
    else if (typeof fault === 'object') {
      response
        .writeHead(fault.status, {
          ...(fault.retryAfter !== undefined && { 'Retry-After': fault.retryAfter }),
        })
        .end('Too many');
      return;
    }
    const answer = JSON.stringify(
      Number(lat) > 8 && Number(lat) < 37 ? placeAt(lat, lon) : { error: 'Unable to geocode' },
    );
    response.writeHead(200, {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(answer),
    });
    if (fault === 'stalled') response.write(answer.slice(0, 30));
    else if (fault === 'cut') response.write(answer.slice(0, 30), () => response.destroy());
    else
      response.end(
        fault === 'not what it should be' ? '<html>'.padEnd(Buffer.byteLength(answer)) : answer,
      );
  }
}

const placeAt = (lat: string, lon: string) => ({
  place_id: 1,
  lat,
  lon,
  name: '',
  display_name: `${lat}, North Main Road, Koregaon Park, Pune, Maharashtra, 411001, India`,
  address: {
    house_number: lat,
    road: 'North Main Road',
    neighbourhood: 'Koregaon Park',
    city: 'Pune',
    state: 'Maharashtra',
    postcode: '411001',
    country: 'India',
  },
});
