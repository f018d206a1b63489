import type { VerdictTexts } from './verdict-texts.js';

const notInLog = [
  'Event {number} is not in the log',
  'The checkpoint does not cover event {event}.',
] as const;

export const englishTexts: VerdictTexts = {
  record: 'Record',
  until: 'Complete until',
  log: 'Log',
  size: 'Events in the log',
  root: 'Checkpoint',
  key: 'Public key',
  wholeTitle: (number) =>
    number === '1' ? 'Unchanged: its one event matches' : `Unchanged: all ${number} events match`,
  whole: (at) =>
    `This file has every event of the record until ${at}, in their order, as they were recorded.`,
  partTitle: (shown, number) => `${shown} of ${number} events are shown, unchanged`,
  part: (hidden, at) =>
    `Not shown until ${at}: ${hidden}. Of these, the file proves the number only. Whoever made or passed on this file hid them, such as invite codes.`,
  appended: (size) =>
    `Since the checkpoint that you gave, of ${size} events, the log was only added to.`,
  compareKey:
    'Compare the public key with the one that you received earlier. If they differ, this file comes from somewhere else.',
  restored: (name) => `The log was restored from a backup; the key of ${name} signed its new name.`,
  opened: (number, total) => `Personal details are shown in ${number} of ${total} events.`,
  sealed: (number) => `Events whose personal details stay closed: ${number}.`,
  erased: (number) => `Personal details were erased on request, from event ${number}.`,
  refusals: {
    'file-unreadable': ['Not a readable proof', 'This file is no proof file, or it was damaged.'],
    'event-changed': ['Event {number} was changed', 'Event {event} is not what was recorded.'],
    'event-added': [
      'Event {number} was added',
      'Event {event} is not part of this record’s history.',
    ],
    'event-removed': ['Event {number} was removed', 'Event {number} is missing from this file.'],
    'event-moved': [
      'Event {number} was moved',
      'Event {event} stands in another place than it was recorded.',
    ],
    'fields-changed': [
      'Details of event {number} were changed',
      'The personal details of event {event} are not what was recorded.',
    ],
    'event-not-in-log': notInLog,
    'end-not-in-log': notInLog,
    'record-changed': ['The record was changed', 'The events are of another record.'],
    'checkpoint-unsigned': [
      'The checkpoint is not signed',
      'The checkpoint or the public key in this file was changed.',
    ],
    'key-unknown': ['Another key signed this', 'This file was signed with {key}.'],
    'rotation-unsigned': ['A change of key is not signed', 'Both keys have to sign it.'],
    'heads-not-in-log': [
      'The list of records was changed',
      'The published list of all records and their last events is not in the log.',
    ],
    'end-not-published': [
      'The record ends elsewhere',
      'Event {event} is not the last event that was published.',
    ],
    'log-rewritten': [
      'The log was rewritten',
      'The log does not begin with the {size} events of the earlier checkpoint.',
    ],
    'kept-unsigned': [
      'Your checkpoint cannot be read',
      'This is no checkpoint, or it was changed.',
    ],
    'kept-of-other-key': [
      'Another key signed your checkpoint',
      'Both have the same name and different keys: one is not of this log.',
    ],
    'kept-of-other-log': [
      'What you kept is of another log',
      'It is of {origin}, whose key did not sign the name of this log. Ask whoever runs the server.',
    ],
    'kept-not-in-file': [
      'The file does not reach your checkpoint',
      'Download the proof again with your checkpoint {kept}. If the server does not have it, the log was rewritten or restored from a backup.',
    ],
    'kept-not-in-log': [
      'The log does not have your checkpoint',
      'Since the checkpoint {kept} the log was rewritten, or restored from a backup. Ask whoever runs the server.',
    ],
  },
};
