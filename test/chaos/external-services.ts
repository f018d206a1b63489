import { setTimeout as wait } from 'node:timers/promises';
import type { Product } from '../acceptance/product/person.js';
import { until } from '../acceptance/product/until.js';
import { NominatimStandIn } from '../servers/stand-ins/nominatim-stand-in.js';
import { WhatsAppStandIn } from '../servers/stand-ins/whatsapp-stand-in.js';
import type { Fault, Probe } from './installation.js';

/** Length of an outage: within the retries of sending a code, so that nobody needs another code. */
const OUTAGE_MS = 3_000;
const TIMEOUT_MS = 120_000;
const DELAY_MS = 2_500;

/** External services: WhatsApp for codes, and the geocoder. */
export class ExternalServices {
  private constructor(
    private readonly whatsApp: WhatsAppStandIn,
    private readonly nominatim: NominatimStandIn,
  ) {}

  static async start(): Promise<ExternalServices> {
    return new ExternalServices(await WhatsAppStandIn.start(), await NominatimStandIn.start());
  }

  /** Environment of the processes; many people sign up from one address. */
  get env(): Readonly<Record<string, string>> {
    const { token, phoneNumberId, url } = this.whatsApp.productSettings();
    return {
      WHATSAPP_TOKEN: token,
      WHATSAPP_PHONE_NUMBER_ID: phoneNumberId,
      WHATSAPP_URL: url,
      WHATSAPP_MESSAGE_TEMPLATE: 'fieldtrace_message',
      GEOCODER_URL: this.nominatim.url,
      GEOCODER_CONTACT: this.nominatim.contact,
      STRANGERS_PER_ADDRESS_AND_HOUR: '100000',
      CODES_PER_ADDRESS_AND_HOUR: '100000',
    };
  }

  /** Product at an address, whose codes are read on phones. */
  productAt(url: string): Product {
    const readNewestCode = async (phone: string) => this.codesFor(phone).at(-1);
    const waitForCode = (phone: string, previousCode?: string) =>
      until(
        async () => {
          const code = await readNewestCode(phone);
          return code === previousCode ? undefined : code;
        },
        { withinMs: TIMEOUT_MS, what: () => 'a code' },
      );
    return { url, readNewestCode, waitForCode };
  }

  get faults(): readonly Fault[] {
    const { whatsApp, nominatim } = this;
    return [
      this.whatsAppOutage('WhatsApp down', () => whatsApp.failAlways('down')),
      this.whatsAppOutage('WhatsApp slow', () =>
        whatsApp.failAlways({ lateMilliseconds: DELAY_MS }),
      ),
      this.whatsAppOutage('WhatsApp cut off', () => whatsApp.failAlways('cut')),
      this.geocoderOutage('geocoder down', () => nominatim.failAlways('down')),
      this.geocoderOutage('geocoder slow', () =>
        nominatim.failAlways({ lateMilliseconds: DELAY_MS }),
      ),
      this.geocoderOutage('geocoder cut off', () => nominatim.failAlways('cut')),
    ];
  }

  recover(): void {
    this.whatsApp.failAlways();
    this.nominatim.failAlways();
  }

  async stop(): Promise<void> {
    await this.whatsApp.stop();
    await this.nominatim.stop();
  }

  /**
   * Outage of WhatsApp. A code requested meanwhile arrives afterwards. One sent without an answer
   * is sent again, unchanged.
   */
  private whatsAppOutage(kind: string, beginOutage: () => void): Fault {
    return this.outage(kind, beginOutage, async (probe, recovered) => {
      const phone = await probe.requestCode();
      await recovered;
      const codes = () => this.codesFor(phone);
      await until(() => codes().length > 0, { withinMs: TIMEOUT_MS }).catch(() =>
        probe.reportViolation(`${kind}: no code came when it was over`),
      );
      if (new Set(codes()).size > 1)
        probe.reportViolation(`${kind}: another code came than before`);
    });
  }

  /** Outage of the geocoder, during which forms use coordinates. */
  private geocoderOutage(kind: string, beginOutage: () => void): Fault {
    return this.outage(kind, beginOutage, async (probe, recovered) => {
      await probe.requestAddress();
      await recovered;
    });
  }

  private outage(
    kind: string,
    beginOutage: () => void,
    during: (probe: Probe, recovered: Promise<void>) => Promise<void>,
  ): Fault {
    return {
      kind,
      weight: 1,
      atLeastOnce: true,
      run: async (_, probe) => {
        await probe.untilHealthy();
        beginOutage();
        const recovered = wait(OUTAGE_MS).then(() => this.recover());
        const { status, detail } = await probe.captureLead();
        if (status !== 200)
          probe.reportViolation(`${kind}: a lead was answered ${status} ${detail}`);
        await during(probe, recovered);
        return `for ${OUTAGE_MS} ms`;
      },
    };
  }

  private codesFor(phone: string): readonly string[] {
    return this.whatsApp.sent.flatMap(({ to, code }) =>
      to === phone && code !== undefined ? [code] : [],
    );
  }
}
