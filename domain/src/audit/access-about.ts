import type { AuditKind } from './audit.values.js';

/**
 * Record that an event of the access log is about; undefined for other events, and if none is
 * named. The id is empty if only the kind is named.
 */
export function findAccessedRecord({
  kind,
  data,
}: {
  readonly kind: AuditKind;
  readonly data: object;
}): { readonly kind: AuditKind; readonly recordId: string } | undefined {
  if (kind !== 'access') return undefined;
  const { about, ...refusal } = data as RecordFields & { readonly about?: RecordFields };
  const { kind: recordKind, recordId = '' } = about ?? refusal;
  return recordKind && { kind: recordKind, recordId };
}

/** Fields of a record in the data of an event. */
type RecordFields = { readonly kind?: AuditKind; readonly recordId?: string };
