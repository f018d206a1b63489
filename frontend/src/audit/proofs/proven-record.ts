import { msg } from '@lingui/core/macro';
import type { ProofKind } from '#domain/audit/audit.values.js';
import type { Verified } from '#platform/proof/verify-proof.js';
import { addressOf } from '../../lib/server/api.js';
import { sentenceWithoutPeople } from '../../kit/history/event-sentences.js';
import { typeName } from '../../kit/texts/type-names.js';
import { i18n, type Names } from '../../words/i18n.js';

const recordNames: Names<ProofKind> = {
  lead: msg`Lead`,
  customer: msg`Customer`,
  quotation: msg`Quotation`,
  bill: msg`Bill`,
  product: msg`Product`,
  package: msg`Package`,
  offer: msg`Offer`,
  organization: msg`Organization`,
};

/** Kind and id of a record, from the name of its stream. */
function recordOf(stream: string): { readonly kind: string; readonly id: string } {
  const [, kind = '', id = stream] = /^([a-z]+)-(?:[^_]+_)?(.+)$/.exec(stream) ?? [];
  return { kind, id };
}

/** Address of a proof of the same record that reaches back to a checkpoint. */
export const longerProofAddress = (stream: string, earlier: string): string =>
  addressOf('/api/proofs/:kind/:id', { ...recordOf(stream), earlier });

/** Kind and name of a record; an unknown name is replaced by the id. */
export function recordText(stream: string, name: string | undefined): string {
  const { kind, id } = recordOf(stream);
  const kindName = (recordNames as Readonly<Record<string, Names<string>[string]>>)[kind];
  return `${kindName ? i18n._(kindName) : kind} ${name ?? id}`;
}

/** Newest name of the record among the opened details of its events; undefined without one. */
export function newestNameIn(events: Verified['events']): string | undefined {
  const newestText = (field: string): string | undefined =>
    events
      .map((each) => ('opening' in each ? each.opening?.fields[field] : undefined))
      .findLast((value) => typeof value === 'string' && value !== '') as string | undefined;
  const person = [newestText('firstName'), newestText('lastName')].filter(Boolean).join(' ');
  return person === '' ? newestText('name') : person;
}

type ProvenEvent = Extract<Verified['events'][number], { readonly event: unknown }>;

/** Data of an event with its opened fields. A field's path has one or two names. */
function openedData({ event, opening }: ProvenEvent): object {
  const data = structuredClone(event.data) as Record<string, unknown>;
  for (const [path, value] of Object.entries(opening?.fields ?? {})) {
    const [name = '', innerName] = path.split('.');
    if (innerName === undefined) data[name] = value;
    else data[name] = { ...(data[name] as object | undefined), [innerName]: value };
  }
  return data;
}

/**
 * Sentence about an event, as in the history. An event that has closed fields or refers to members
 * is named by its type. An unknown type is shown as it is stored.
 */
export function provenSentence(proven: ProvenEvent, today: string): string {
  const { type, data } = proven.event;
  const isClosed = 'sealed' in data && proven.opening === undefined;
  const sentence = isClosed
    ? undefined
    : sentenceWithoutPeople({ type, data: openedData(proven) }, today);
  return sentence ?? typeName(type) ?? type;
}
