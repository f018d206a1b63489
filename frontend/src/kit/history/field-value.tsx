import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { isDay } from '#domain/kernel/values/days.js';
import { type Role, roles } from '#domain/kernel/policy.js';
import type { Place } from '#domain/kernel/schema.js';
import type { LeadStatus } from '#domain/leads/lead.values.js';
import type { HistoryKind } from '#domain/history/history.values.js';
import { Avatar } from '../../ui/display/avatar.js';
import { Badge } from '../../ui/display/badge.js';
import { Money, useZone } from '../../ui/display/figures.js';
import {
  clockText,
  dayIn,
  dayText,
  exactPercent,
  money,
  percent,
  phoneText,
} from '../../ui/display/format.js';
import type { Tone } from '../../ui/tone.js';
import { translated } from '../../words/i18n.js';
import { PhotoTiles } from '../capture/photo-tiles.js';
import { placeName } from '../leads/contact.js';
import { StatusBadge } from '../leads/status-badge.js';
import { RoleBadge } from '../team/role-badge.js';
import { choiceText } from '../texts/choice-text.js';

type Fields = Readonly<Record<string, unknown>>;

/** Whether a field has no value to show. */
export const isNothing = (value: unknown, field?: string): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (field === 'quotedPaise' && value === 0) ||
  (Array.isArray(value) && value.length === 0);

/** Tones of statuses, by kind of record. */
const tones: Readonly<Record<string, Tone>> = {
  'bill.Pending': 'bill-pending',
  'bill.Approved': 'bill-approved',
  'bill.Rejected': 'bill-rejected',
  'quotation.Sent': 'quote-sent',
  'quotation.Viewed': 'info',
  'quotation.Accepted': 'success',
  'quotation.Rejected': 'danger',
  'quotation.Expired': 'warning',
  'customer.Paid': 'pay-paid',
  'customer.Partial': 'pay-partial',
  'customer.Pending': 'pay-pending',
  'customer.Overdue': 'pay-overdue',
};

/** Fields whose values are badges. */
export const statusFields: ReadonlySet<string> = new Set(['status', 'paymentStatus', 'overridden']);
const fileFields: ReadonlySet<string> = new Set([
  'photos',
  'imageFileIds',
  'imageFileId',
  'logoFileId',
]);

interface FieldValueProps {
  kind: HistoryKind;
  field: string;
  value: unknown;
  /** Name of the record, for the alternative text of its photos. */
  recordName: string;
}

/** Value of a record's field, as screens show it. */
export function FieldValue({ kind, field, value, recordName }: FieldValueProps): ReactNode {
  const zone = useZone();
  if (isNothing(value, field))
    return <span className="text-ink-2">{field === 'quotedPaise' ? t`No quote` : t`Nothing`}</span>;
  if (fileFields.has(field)) {
    const fileIds = (Array.isArray(value) ? value : [value]) as readonly string[];
    return <PhotoTiles fileIds={fileIds} owner={recordName} className="w-48 max-w-full" />;
  }
  if (statusFields.has(field)) return <Status kind={kind} status={String(value)} />;
  if (isRoleOfField(value, field)) return <RoleBadge role={value} />;
  if (typeof value === 'number' && field.endsWith('Paise')) return <Money paise={value} />;
  if (isPerson(value))
    return (
      <span className="row">
        <Avatar name={value.name} size="s" />
        <span className="min-w-0 wrap-anywhere">{value.name || t`Erased`}</span>
      </span>
    );
  if (Array.isArray(value))
    return (
      <span className="stack gap-1">
        {value.map((item, index) => (
          <span key={index} className="wrap-anywhere">
            {textOf(item, field, zone)}
          </span>
        ))}
      </span>
    );
  return (
    <span className="min-w-0 whitespace-pre-line wrap-anywhere">{textOf(value, field, zone)}</span>
  );
}

/** Lines of a value that is shown as plain text; undefined for a picture, a badge or a person. */
export function linesOf(
  value: unknown,
  field: string,
  zone: string,
): readonly string[] | undefined {
  if (isNothing(value, field) || fileFields.has(field) || statusFields.has(field)) return undefined;
  if (Array.isArray(value)) return value.map((item) => textOf(item, field, zone));
  const isText = typeof value === 'string' && !isRoleOfField(value, field);
  const isItem = isFields(value) && !isPerson(value);
  return isText || isItem ? [textOf(value, field, zone)] : undefined;
}

function Status({ kind, status }: { kind: HistoryKind; status: string }): ReactNode {
  if (kind === 'lead') return <StatusBadge status={status as LeadStatus} />;
  return <Badge tone={tones[`${kind}.${status}`]}>{translated(status)}</Badge>;
}

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const isRole = (value: unknown): value is Role => roles.some((role) => role === value);
const isRoleOfField = (value: unknown, field: string): value is Role =>
  isRole(value) && /role$/i.test(field);
const isPerson = (value: unknown): value is { readonly id: string; readonly name: string } =>
  isFields(value) && 'id' in value && 'name' in value && Object.keys(value).length === 2;
const isPlace = (value: unknown): value is Place => isFields(value) && 'lat' in value;

/** Parts of a listed item that identify it, in reading order. */
const itemParts = [
  'version',
  'number',
  'name',
  'dueOn',
  'paidOn',
  'sentOn',
  'from',
  'to',
  'city',
  'quantity',
  'amountPaise',
  'totalPaise',
  'method',
  'status',
  'progressPercent',
  'note',
  'reason',
  'by',
  'fileId',
];

/** Value as a text in one line. */
function textOf(value: unknown, field: string, zone: string): string {
  if (isNothing(value)) return t`Nothing`;
  if (typeof value === 'boolean') return value ? t`Yes` : t`No`;
  if (typeof value === 'number') return numberText(value, field);
  if (typeof value === 'string') return stringText(value, field, zone);
  if (Array.isArray(value)) return value.map((each) => textOf(each, field, zone)).join(', ');
  if (isPlace(value)) return placeName(value);
  if (!isFields(value)) return '';
  if (isPerson(value)) return value.name || t`Erased`;
  if (field === 'draft') return draftText(value, zone);
  return itemParts
    .filter((part) => !isNothing(value[part]))
    .map((part) => textOf(value[part], part, zone))
    .join(', ');
}

function numberText(value: number, field: string): string {
  if (field.endsWith('Paise')) return money(value);
  if (field.endsWith('BasisPoints')) return exactPercent(value);
  if (field.endsWith('Percent')) return percent(value);
  if (field === 'version') return t`Version ${value}`;
  if (field === 'quantity') return t`Quantity ${value}`;
  return String(value);
}

function stringText(value: string, field: string, zone: string): string {
  if (field.endsWith('On') && isDay(value)) return dayText(value, '');
  if (field.endsWith('At')) {
    const instant = new Date(value);
    return `${dayText(dayIn(zone, instant), '')}, ${clockText(instant, zone)}`;
  }
  if (field === 'fileId') return t`File`;
  if (/phone$/i.test(field)) return phoneText(value);
  return choiceText(value, field);
}

function draftText({ lines, validUntilOn }: Fields, zone: string): string {
  const count = Array.isArray(lines) ? lines.length : 0;
  const until = isNothing(validUntilOn) ? '' : textOf(validUntilOn, 'validUntilOn', zone);
  return until === '' ? t`Lines: ${count}` : t`Lines: ${count}, valid until ${until}`;
}

/** Values before and after a change; for lists only the items that differ. */
export function changedItems(before: unknown, after: unknown): readonly [unknown, unknown] {
  if (!Array.isArray(before ?? []) || !Array.isArray(after ?? [])) return [before, after];
  const [itemsBefore, itemsAfter] = [(before ?? []) as unknown[], (after ?? []) as unknown[]];
  const asTexts = (list: readonly unknown[]) => new Set(list.map((each) => JSON.stringify(each)));
  const [inBefore, inAfter] = [asTexts(itemsBefore), asTexts(itemsAfter)];
  return [
    itemsBefore.filter((each) => !inAfter.has(JSON.stringify(each))),
    itemsAfter.filter((each) => !inBefore.has(JSON.stringify(each))),
  ];
}
