interface ZoneOption {
  readonly value: string;
  readonly label: string;
}

/** Browsers list one name a zone, and for India often the one that nobody looks for. */
const namesOfToday: Readonly<Record<string, string>> = { 'Asia/Calcutta': 'Asia/Kolkata' };

/** Option of a time zone, also for zones that this browser does not list. */
export const zoneOption = (value: string): ZoneOption => ({
  value,
  label: value.replaceAll('_', ' '),
});

export const zoneOptions = (): ZoneOption[] =>
  [...new Set(Intl.supportedValuesOf('timeZone').map((zone) => namesOfToday[zone] ?? zone))]
    .toSorted()
    .map(zoneOption);
