import { Config } from '#platform/common/config/config.js';
import { FileStore } from '#platform/files/file-store/file-store.js';
import { Messages } from '#platform/integrations/messages/messages.js';
import { WebPush } from '#platform/integrations/push/web-push.js';
import { ReadSide } from '#platform/live/read-side.js';
import { Sealing } from '#platform/sealing/sealing.js';
import { Eraser } from '#platform/write-side/erasing.js';
import { expect, test } from '@jest/globals';
import { InternalCommands } from './internal-commands.js';
import { jobHandlers } from './job-handlers.js';
import { OrganizationHistory } from './organization-history.js';
import { StreamHistory } from './stream-history.js';
import { reactors } from './workers.module.js';

/**
 * Dependencies that reveal nothing of the present: readers of past states, and ports with effects.
 */
const withoutPresentState: readonly unknown[] = [
  StreamHistory,
  OrganizationHistory,
  Sealing,
  ReadSide,
  InternalCommands,
  Messages,
  WebPush,
  FileStore,
  Eraser,
  Config,
];

/**
 * Reactors and jobs that read the present, each with its reason. Lateness may change their outcome,
 * so all others read past states: `test/late-reactors.spec.ts` compares prompt and late runs.
 */
const presentStateReaders: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  CustomerOfLead: { EventLog: 'reads the lead up to the event, and whether it was erased since' },
  LeadsOfDepartedMembers: { Views: 'lists candidates; the stream of each lead says whose it was' },
  FilesOfLeads: { FileRecords: 'records a use that the command has claimed' },
  FilesOfBills: { FileRecords: 'records a use that the command has claimed' },
  PicturesOfBills: { FileRecords: 'records the hash of a picture that is there' },
  LogosOfOrganizations: { FileRecords: 'records a use that the command has claimed' },
  FilesOfCatalogue: {
    EventLog:
      'shows what the record shows now, so that a late event publishes nothing that was taken out',
    FileRecords: 'records who may see a file',
    Clock: 'dates the end of a publication, from which the file is kept for 60 days',
  },
  ErasedFiles: {
    EventLog: 'finds every file of the erased lead: nothing is added after an erasure',
    FileRecords: 'spares a file that another record has claimed',
  },
  ErasedAccounts: {
    KeyValueStore: 'removes what the account has: nothing is added to it any more',
  },
  InvitationsOfErased: {
    EventLog: 'finds what the erased member had accepted: nothing is added after an erasure',
  },
  ErasedPdfs: {
    EventLog: 'finds every file of the erased quotation: nothing is added after an erasure',
    FileRecords: 'records until when a file is held',
  },
  QuotationPdf: {
    FileRecords: 'adds the file that it makes, and spares pictures that were removed',
    PdfMaker: 'has a process that may be busy or ended',
    Notary: 'finds the newest checkpoint before the event, which never changes',
  },
  RemovedLocations: {
    Claims: 'finds organizations that the account was ever in; each is read as of the event',
  },
  AlertsOfEvents: {
    EventLog: 'distinguishes the first activation of an offer from later ones, up to the event',
    FoldedStreams: 'finds who submitted a bill, which never changes',
    Clock: 'raises nothing of what happened more than 7 days ago',
  },
  AlertsOfCustomers: { Clock: 'raises nothing of what happened more than 7 days ago' },
  SampleAlerts: { Clock: 'raises nothing for members who joined more than 7 days ago' },
  DueAlertsOfChanges: {
    FoldedStreams: 'alerts nobody to follow-ups that were completed or passed on meanwhile',
    Clock: 'alerts to follow-ups that are due today',
  },
  PushAlerts: {
    PushSubscriptions: 'sends to browsers that want it now and wanted it when it happened',
    Clock: 'pushes nothing after 12 hours, or after the day on which it is due',
  },
  SendCode: {
    DueCodes: 'sends no code that was used or has expired',
    AccountLanguages: 'writes in the language that the person reads now',
  },
  SendInvitation: {
    FoldedStreams:
      'sends no invitation that was accepted or cancelled, and the invite code that works now',
    Claims: 'finds the account of the invited person',
    SentInvitations: 'sends it once, also after a restore',
    KeyValueStore: 'holds what earlier builds have sent',
    AccountLanguages: 'writes in the language that the person reads now',
    Clock: 'sends none that has expired',
  },
  PhotoVariants: {
    FileRecords: 'makes none of a picture that was removed',
    PdfMaker: 'has a process that may be busy or ended',
  },
  PushAlert: {
    PushSubscriptions: 'sends nothing to a browser that another member or organization has now',
    Organizations: 'sends nothing to a member who has left, and has the time zone',
    AccountLanguages: 'writes in the language that the person reads now',
    FoldedStreams: 'pushes no alert that was read',
    Clock: 'pushes nothing after 12 hours, or after the day on which it is due',
  },
};

type Injected = { readonly name: string };

test.each(
  [...reactors, ...Object.values(jobHandlers)].map(
    (each) => [(each as Injected).name, each] as const,
  ),
)('%s reads only declared present state', (name, provider) => {
  const dependencies = (Reflect.getMetadata('design:paramtypes', provider as object) ??
    []) as readonly Injected[];
  const presentDependencies = dependencies
    .filter((each) => !withoutPresentState.includes(each))
    .map((each) => each.name);
  expect(presentDependencies.toSorted()).toEqual(
    Object.keys(presentStateReaders[name] ?? {}).toSorted(),
  );
});

test('every declaration is used', () => {
  const names = new Set(
    [...reactors, ...Object.values(jobHandlers)].map((each) => (each as Injected).name),
  );
  expect(Object.keys(presentStateReaders).filter((name) => !names.has(name))).toEqual([]);
});
