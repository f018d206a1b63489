import type { Refusal } from './verify-proof.js';
import { type Refused, type VerdictTexts, numberOf, typeOf } from './verdict-texts.js';

export const englishTexts: VerdictTexts = {
  record: 'Record',
  until: 'Complete until',
  log: 'Log',
  size: 'Events in the log',
  root: 'Checkpoint',
  key: 'Public key',
  wholeTitle: (number) => `Whole and complete to event ${number}`,
  whole: (number, at) =>
    `This file has all events of the record until ${at} (${number}), in their order, as they were recorded.`,
  appended: (size) =>
    `Since the checkpoint that you gave, of ${size} events, the log was only added to.`,
  compareKey:
    'Compare the public key below with the one that you received before. Whoever has another key could have made another log.',
  opened: (number) => `Events whose personal details are shown, as they were recorded: ${number}.`,
  sealed: (number) => `Events whose personal details stay closed: ${number}.`,
  withheld: (number) =>
    `Events that are counted but not shown, such as those with an invite code: ${number}.`,
  erased: (number) => `Personal details were erased on request, from event ${number}.`,
  refusal: refusalInEnglish,
};

function refusalInEnglish(refusal: Refusal): Refused {
  switch (refusal.reason) {
    case 'file-unreadable':
      return ['open', 'Not a readable proof', 'This file is no proof file, or it was damaged.'];
    case 'event-changed': {
      const number = numberOf(refusal.event);
      return [
        'bad',
        `Event ${number} was changed`,
        `Event ${number}${typeOf(refusal.event)} is not what was recorded.`,
      ];
    }
    case 'event-added': {
      const number = numberOf(refusal.event);
      return [
        'bad',
        `Event ${number} was added`,
        `Event ${number}${typeOf(refusal.event)} is not part of this record’s history.`,
      ];
    }
    case 'event-removed': {
      const number = numberOf(refusal.event);
      return ['bad', `Event ${number} was removed`, `Event ${number} is missing from this file.`];
    }
    case 'event-moved': {
      const number = numberOf(refusal.event);
      return [
        'bad',
        `Event ${number} was moved`,
        `Event ${number}${typeOf(refusal.event)} stands in another place than it was recorded.`,
      ];
    }
    case 'fields-changed': {
      const number = numberOf(refusal.event);
      return [
        'bad',
        `Details of event ${number} were changed`,
        `The personal details of event ${number}${typeOf(refusal.event)} are not what was recorded.`,
      ];
    }
    case 'event-not-in-log':
    case 'end-not-in-log': {
      const number = numberOf(refusal.event);
      return [
        'bad',
        `Event ${number} is not in the log`,
        `The checkpoint does not cover event ${number}${typeOf(refusal.event)}.`,
      ];
    }
    case 'record-changed':
      return ['bad', 'The record was changed', 'The events are of another record.'];
    case 'checkpoint-unsigned':
      return [
        'bad',
        'The checkpoint is not signed',
        'The checkpoint or the public key in this file was changed.',
      ];
    case 'key-unknown':
      return ['bad', 'Another key signed this', `This file was signed with ${refusal.key}.`];
    case 'rotation-unsigned':
      return ['bad', 'A change of key is not signed', 'Both keys have to sign a change of key.'];
    case 'heads-not-in-log':
      return [
        'bad',
        'The list of records was changed',
        'The published list of all records and their last events is not in the log.',
      ];
    case 'end-not-published':
      return [
        'bad',
        'The record ends elsewhere',
        `Event ${numberOf(refusal.event)}${typeOf(refusal.event)} is not the last event that was published.`,
      ];
    case 'log-rewritten':
      return [
        'bad',
        'The log was rewritten',
        `The log does not begin with the ${refusal.size} events of the earlier checkpoint.`,
      ];
    case 'held-unsigned':
      return [
        'open',
        'Your checkpoint cannot be read',
        'The text that you gave is no checkpoint, or it was changed.',
      ];
    case 'held-of-other-key':
      return [
        'bad',
        'Another key signed your checkpoint',
        'Your checkpoint and this file have the same name and different keys. One of them is not of this log.',
      ];
    case 'held-of-other-log':
      return ['open', 'Your checkpoint is of another log', `It is of ${refusal.origin}.`];
    case 'held-not-in-file':
      return [
        'open',
        'The file does not reach your checkpoint',
        `Download the proof again with your checkpoint of ${refusal.size} events.`,
      ];
    case 'root-not-in-file':
      return [
        'open',
        'The file does not reach your checkpoint',
        `Download the proof again with the checkpoint ${refusal.root}.`,
      ];
  }
}
