interface ZoneOption {
  readonly value: string;
  readonly label: string;
}

/** Current names of zones that browsers list under an outdated one. */
const currentNames: Readonly<Record<string, string>> = { 'Asia/Calcutta': 'Asia/Kolkata' };

/** Option of a time zone, also for zones that this browser does not list. */
export const zoneOption = (value: string): ZoneOption => ({
  value,
  label: value.replaceAll('_', ' '),
});

export const zoneOptions = (): ZoneOption[] =>
  [...new Set(Intl.supportedValuesOf('timeZone').map((zone) => currentNames[zone] ?? zone))]
    .toSorted()
    .map(zoneOption);
