import type { AccountContext, Decider } from '#domain/kernel/decider.js';
import { refuse } from '#domain/kernel/refusal.js';
import { phone } from '#domain/kernel/values/phone-number.js';
import {
  type CommandDefinitions,
  type CommandsIn,
  type EventsIn,
  id,
  personal,
  text,
} from '#domain/kernel/schema.js';
import { z } from 'zod';
import type { KnownOrganization } from '../write-side/permission.js';

/**
 * Two aggregates for specs of the write side: guests, each with a phone number, and the house,
 * which is their organization and has an invite word.
 */
export const guestCommands = {
  CheckIn: {
    may: 'member',
    data: z.strictObject({
      guestId: id,
      name: text,
      phone,
      host: id.optional(),
      desk: id.nullable().optional(),
      photos: z.array(id).optional(),
      note: text.optional(),
    }),
    refersTo: { host: 'member', desk: 'location', photos: 'photo' },
  },
  AddPhotos: {
    may: 'own',
    data: z.strictObject({ guestId: id, photos: z.array(id) }),
    refersTo: { photos: 'photo' },
  },
  Remark: {
    may: 'own',
    data: z.strictObject({ guestId: id, note: text, lat: z.number().optional() }),
  },
  ChangePhone: { may: 'own', data: z.strictObject({ guestId: id, phone }) },
  CheckOut: { may: 'own', data: z.strictObject({ guestId: id }) },
  Forget: { may: ['admin'], data: z.strictObject({ guestId: id }) },
  Sweep: { may: 'internal', data: z.strictObject({ guestId: id }) },
} as const satisfies CommandDefinitions;
export type GuestCommand = CommandsIn<typeof guestCommands>;

export const guestEvents = {
  CheckedIn: z.object({
    name: personal(text),
    phone: personal(phone),
    host: id,
    photos: z.array(id).optional(),
  }),
  PhotosAdded: z.object({ photos: z.array(id) }),
  Remarked: z.object({ note: personal(text) }),
  PhoneChanged: z.object({ phone: personal(phone) }),
  CheckedOut: z.object({}),
  PersonalDataErased: z.object({}),
};
type GuestEvent = EventsIn<typeof guestEvents>;

type Guest = {
  readonly host?: string;
  readonly phone?: string;
  readonly photos?: readonly string[];
  readonly hasLeft?: true;
};

export const guests: Decider<Guest, GuestCommand, GuestEvent> = {
  category: 'guest',
  scope: 'organization',
  streamId: ({ guestId }) => guestId,
  events: guestEvents,
  notFound: 'lead-not-found',
  ownerOf: ({ host }) => host,
  existing: ({ type }, guest) => (type === 'AddPhotos' ? guest : undefined),
  uniqueValues: ({ phone: value, hasLeft }) =>
    value && !hasLeft
      ? [{ kind: 'phone', value, refusalIfTaken: 'lead-phone-taken', field: 'phone' }]
      : [],
  initialState: {},
  evolve(guest, { type, data }) {
    switch (type) {
      case 'CheckedIn':
        return { host: data.host, phone: data.phone, photos: data.photos };
      case 'PhoneChanged':
        return { ...guest, phone: data.phone };
      case 'PhotosAdded':
        return { ...guest, photos: data.photos };
      case 'CheckedOut':
      case 'PersonalDataErased':
        return { host: guest.host, hasLeft: true };
      case 'Remarked':
        return guest;
    }
  },
  decide({ type, data }, guest, { member }) {
    if (type === 'CheckIn') {
      if (guest.host) return refuse('lead-exists');
      const { name, phone, host = member.id, photos, note } = data;
      const checkedIn: GuestEvent = { type: 'CheckedIn', data: { name, phone, host, photos } };
      return note ? [checkedIn, { type: 'Remarked', data: { note } }] : [checkedIn];
    }
    if (type === 'Forget') return [{ type: 'PersonalDataErased', data: {} }];
    if (!guest.host || guest.hasLeft) return refuse('lead-not-found');
    switch (type) {
      case 'AddPhotos':
        return [{ type: 'PhotosAdded', data: { photos: data.photos } }];
      case 'Remark':
        return data.note === 'nothing' ? [] : [{ type: 'Remarked', data: { note: data.note } }];
      case 'ChangePhone':
        return data.phone === guest.phone
          ? []
          : [{ type: 'PhoneChanged', data: { phone: data.phone } }];
      case 'CheckOut':
      case 'Sweep':
        return [{ type: 'CheckedOut', data: {} }];
    }
  },
};

export const houseCommands = {
  OpenHouse: { may: 'newcomer', data: z.strictObject({ houseId: id }) },
  EnterByWord: {
    may: 'newcomer',
    data: z.strictObject({ word: z.string() }),
    recordByClaim: { kind: 'word', field: 'word', unknown: 'invite-code-unknown' },
  },
  ChangeWord: { may: ['admin'], data: z.strictObject({}) },
  Leave: { may: 'member', data: z.strictObject({}) },
  Introduce: {
    may: 'account',
    data: z.strictObject({ desk: id.optional() }),
    refersTo: { desk: 'location' },
  },
} as const satisfies CommandDefinitions;
export type HouseCommand = CommandsIn<typeof houseCommands>;

export const houseEvents = {
  HouseOpened: z.object({ word: z.string() }),
  WordChanged: z.object({ word: z.string() }),
  Entered: z.object({ memberId: id }),
  Left: z.object({ memberId: id }),
};
type HouseEvent = EventsIn<typeof houseEvents>;
type House = { readonly word?: string; readonly members: readonly string[] };

/**
 * A house lives in its organization's stream. Its word, which finds it, is the first eight digits
 * of the randomness.
 */
export const houses: Decider<House, HouseCommand, HouseEvent, AccountContext> = {
  category: 'organization',
  scope: 'global',
  streamId: (data, sender) =>
    'houseId' in data ? data.houseId : (sender.organizationId ?? sender.accountId),
  events: houseEvents,
  notFound: 'organization-not-found',
  ownerOf: () => undefined,
  uniqueValues: ({ word, members }) => [
    ...(word
      ? [
          {
            kind: 'word',
            value: word,
            refusalIfTaken: 'made-up-value-taken',
            field: 'word',
            generated: true,
          } as const,
        ]
      : []),
    ...members.map(
      (value) =>
        ({ kind: 'membership', value, refusalIfTaken: 'already-a-member', field: 'word' }) as const,
    ),
  ],
  initialState: { members: [] },
  evolve(house, { type, data }) {
    switch (type) {
      case 'HouseOpened':
      case 'WordChanged':
        return { ...house, word: data.word };
      case 'Entered':
        return { ...house, members: [...house.members, data.memberId] };
      case 'Left':
        return { ...house, members: house.members.filter((member) => member !== data.memberId) };
    }
  },
  decide({ type }, house, { account, randomness }) {
    const word = randomness.slice(0, 8);
    switch (type) {
      case 'OpenHouse':
        return house.word
          ? refuse('organization-exists')
          : [
              { type: 'HouseOpened', data: { word } },
              { type: 'Entered', data: { memberId: account.id } },
            ];
      case 'ChangeWord':
        return [{ type: 'WordChanged', data: { word } }];
      case 'EnterByWord':
        return [{ type: 'Entered', data: { memberId: account.id } }];
      case 'Leave':
        return [{ type: 'Left', data: { memberId: account.id } }];
      case 'Introduce':
        return [];
    }
  },
};

const uuid = (digit: string) => `0190a6c2-0000-7000-8000-${digit.repeat(12)}`;
export const [asha, ravi, meera, stranger] = ['1', '2', '3', '9'].map(uuid) as [
  string,
  string,
  string,
  string,
];
export const desk = uuid('d');
export const house: KnownOrganization = {
  id: uuid('a'),
  timeZone: 'Asia/Kolkata',
  members: new Map([
    [asha, 'sales'],
    [ravi, 'sales'],
    [meera, 'admin'],
  ]),
  leaderboardOpen: false,
  locations: new Set([desk]),
};
