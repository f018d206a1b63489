import { z } from 'zod';

/** What the environment says of the geocoder; `undefined` where there is none. Every value is told with its name. */
export const geocoderSettings = z
  .object({
    GEOCODER_URL: z
      .url({ protocol: /^https?$/, error: 'must be the address of a Nominatim server, such as https://nominatim.example.com' })
      .optional(),
    GEOCODER_CONTACT: z
      .string()
      .regex(/^[\x21-\x7e]{3,200}$/, 'must be an e-mail address or a page, so that who runs the geocoder can reach who uses it')
      .optional(),
  })
  .superRefine(({ GEOCODER_URL, GEOCODER_CONTACT }, context) => {
    if (GEOCODER_URL !== undefined && GEOCODER_CONTACT === undefined)
      context.addIssue({ code: 'custom', path: ['GEOCODER_CONTACT'], message: 'must be set too, because GEOCODER_URL is: geocoders ask for it' });
  })
  .transform(({ GEOCODER_URL, GEOCODER_CONTACT }) =>
    GEOCODER_URL !== undefined && GEOCODER_CONTACT !== undefined ? { url: GEOCODER_URL, contact: GEOCODER_CONTACT } : undefined,
  );

export type GeocoderSettings = NonNullable<z.output<typeof geocoderSettings>>;
