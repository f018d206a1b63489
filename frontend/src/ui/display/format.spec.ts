import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readAmount } from '#domain/kernel/values/amounts.js';
import {
  agoText,
  clockText,
  changeText,
  countText,
  dayHeading,
  daysText,
  dayIn,
  dayText,
  dueText,
  distanceText,
  durationText,
  durationBetween,
  insideSentence,
  money,
  exactPercent,
  phoneText,
  shortMoney,
  timer,
  unbroken,
} from './format.js';

const now = new Date('2026-11-21T10:48:00Z');
const timeBefore = (ms: number): Date => new Date(now.getTime() - ms);
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

describe('money', () => {
  test.each([
    [0, '₹0.00'],
    [5, '₹0.05'],
    [99_999, '₹999.99'],
    [12_345_650, '₹1,23,456.50'],
    [1_00_00_000_00, '₹1,00,00,000.00'],
    [-50_000, '−₹500.00'],
    [Number.NaN, '₹–'],
  ])('%d paise reads %s', (paise, text) => expect(money(paise)).toBe(text));

  test('read from its displayed text is the same amount', () =>
    fc.assert(
      fc.property(fc.nat({ max: 100_000_000_000 }), (paise) =>
        expect(readAmount(money(paise))).toEqual({ hundredths: paise }),
      ),
    ));
  test.each([
    [230_000, '₹2,300'],
    [9_999_949, '₹99,999'],
    [9_999_950, '₹1.00\u00a0L'],
    [48_275_000, '₹4.83\u00a0L'],
    [994_900_000, '₹99.49\u00a0L'],
    [999_999_900, '₹1.00\u00a0Cr'],
    [10_47_83_159_00, '₹10.48\u00a0Cr'],
    [20_00_000_00, '₹20.00\u00a0L'],
    [-230_000, '−₹2,300'],
  ])('%d paise in few characters are %s', (paise, text) => expect(shortMoney(paise)).toBe(text));

  test.each([
    [112, 100, '+12%'],
    [95, 100, '−5%'],
    [996, 1_000, '0%'],
    [1_004, 1_000, '0%'],
    [1_099, 100, '+999%'],
    [50_000, 100, '>999%'],
    [0, 100, undefined],
    [100, 0, undefined],
  ])('%d after %d is a change of %s', (now, before, text) =>
    expect(changeText(now, before)).toBe(text),
  );
  test.each([
    [725, '7.25%'],
    [250, '2.5%'],
    [500, '5%'],
    [0, '0%'],
  ])('%d hundredths of a percent read %s', (basisPoints, text) =>
    expect(exactPercent(basisPoints)).toBe(text),
  );
});

describe('numbers', () => {
  test('an Indian number is grouped, another stays as it is', () => {
    expect(phoneText('+919822041736')).toBe('+91 98220 41736');
    expect(phoneText('+14155550123')).toBe('+14155550123');
  });

  test('a distance is rounded: to ten metres, tenths of a kilometre, then kilometres', () => {
    expect([420, 994, 995, 999, 1_990, 3_420, 99_960, 123_600].map(distanceText)).toEqual([
      '420\u00a0m',
      '990\u00a0m',
      '1.0\u00a0km',
      '1.0\u00a0km',
      '2.0\u00a0km',
      '3.4\u00a0km',
      '100\u00a0km',
      '124\u00a0km',
    ]);
  });

  test.each([
    ['within 38 m', 'within 38\u00a0m'],
    ['12 मिनट पहले', '12\u00a0मिनट पहले'],
    ['1h 12m later', '1h\u00a012m later'],
    ['1घं 12मि बाद', '1घं\u00a012मि बाद'],
    ['Flat 4, 2 km away', 'Flat 4, 2\u00a0km away'],
  ])('%s keeps numbers and units together', (text, unbrokenText) =>
    expect(unbroken(text)).toBe(unbrokenText),
  );

  test('a text that begins a sentence is lower case inside one', () => {
    expect(insideSentence('Under 1 min')).toBe('under 1 min');
    expect(insideSentence('1 मिनट')).toBe('1 मिनट');
  });

  test('a visit of 72 minutes reads 1h 12m; the timer shows seconds', () => {
    expect(durationText(72)).toBe('1h\u00a012m');
    expect(durationText(9)).toBe('9m');
    expect(durationText(60)).toBe('1h\u00a00m');
    expect(timer(2839)).toBe('00:47:19');
  });

  test.each([
    ['09:00:00', '09:00:00', 'Under 1\u00a0min'],
    ['09:00:00', '09:00:59.999', 'Under 1\u00a0min'],
    ['09:00:00', '09:01:00', '1m'],
    ['09:00:00', '09:59:29', '59m'],
    ['09:00:00', '09:59:31', '1h\u00a00m'],
    ['09:00:00', '11:05:00', '2h\u00a05m'],
  ])('from %s to %s is %s', (from, to, text) =>
    expect(durationBetween(`2026-11-21T${from}Z`, `2026-11-21T${to}Z`)).toBe(text),
  );

  test('a capped count reads 1,000+ beyond 1,000', () =>
    expect([0, 1_000, 1_001].map((count) => countText(count, 1_000))).toEqual([
      '0',
      '1,000',
      '1,000+',
    ]));
});

describe('time', () => {
  test.each([
    [10_000, 'Just now'],
    [12 * minute, '12\u00a0min ago'],
    [3 * hour, '3\u00a0h ago'],
    [day, '1\u00a0day ago'],
    [2 * day, '2\u00a0days ago'],
    [9 * day, '12 Nov'],
    [374 * day, '12 Nov 2025'],
    [-5 * minute, 'Just now'],
  ])('%d ms ago reads %s', (ms, text) =>
    expect(agoText(timeBefore(ms), now, 'Asia/Kolkata')).toBe(text),
  );

  test('days of the past are days of the calendar', () => {
    const evening = new Date('2026-11-19T16:00:00Z');
    expect(agoText(evening, new Date('2026-11-20T15:00:00Z'), 'Asia/Kolkata')).toBe(
      '23\u00a0h ago',
    );
    expect(agoText(evening, new Date('2026-11-21T04:00:00Z'), 'Asia/Kolkata')).toBe(
      '2\u00a0days ago',
    );
    const [first, last] = [new Date('2026-10-24T22:05:00Z'), new Date('2026-10-25T22:50:00Z')];
    expect(agoText(first, last, 'Europe/Berlin')).toBe('24\u00a0h ago');
  });

  test('a day depends on its time zone', () => {
    const lateEvening = new Date('2026-11-21T19:00:00Z');
    expect(dayIn('Asia/Kolkata', lateEvening)).toBe('2026-11-22');
    expect(dayIn('Europe/London', lateEvening)).toBe('2026-11-21');
    expect(clockText(now, 'Asia/Kolkata')).toBe('4:18 pm');
  });

  test('a heading names today and its neighbours, and other days by weekday and date', () => {
    expect(
      ['2026-11-21', '2026-11-20', '2026-11-22', '2026-11-16', '2025-11-16'].map((on) =>
        dayHeading(on, '2026-11-21'),
      ),
    ).toEqual(['Today', 'Yesterday', 'Tomorrow', 'Mon, 16 Nov', 'Sun, 16 Nov 2025']);
    expect(dayText('2026-09-03', '2026-11-21')).toBe('3 Sep');
    expect(daysText('2026-09-03', '2026-09-09', '2026-11-21')).toBe('3–9 Sep');
    expect(daysText('2026-08-28', '2026-09-03', '2026-11-21')).toBe('28 Aug – 3 Sep');
    expect(daysText('2026-09-03', '2026-09-03', '2026-11-21')).toBe('3 Sep');
  });

  test('due days read relative to today', () => {
    expect([-3, -1, 0, 1, 4].map(dueText)).toEqual([
      '3 days overdue',
      '1 day overdue',
      'Today',
      'Tomorrow',
      'In 4 days',
    ]);
  });
});
