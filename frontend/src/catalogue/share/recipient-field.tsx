import { t } from '@lingui/core/macro';
import { Search } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { MAX_SEARCH_LENGTH } from '#domain/kernel/query.values.js';
import { isFoundBy } from '#domain/kernel/texts/search-text.js';
import type { LeadItem } from '#domain/leads/lead.views.js';
import { useListQuery } from '../../kit/lists/list-query.js';
import { type KnownLead, knownLead, knownLeads } from '../../kit/leads/known-leads.js';
import { LeadButtons } from '../../kit/leads/lead-picker.js';
import { readOpenedLeads } from '../../kit/leads/opened-leads.js';
import { Chip } from '../../ui/inputs/choice.js';
import { Field, FieldSet } from '../../ui/inputs/field.js';
import { PhoneField, SearchField } from '../../ui/inputs/input.js';

/** Lead that an item is sent to. */
export type ShareLead = Pick<LeadItem, 'leadId' | 'name' | 'phone'>;

const MAX_RECENT_LEADS = 4;
const MAX_FOUND_LEADS = 5;

interface RecipientFieldProps {
  lead: ShareLead | undefined;
  onLead: (lead: ShareLead | undefined) => void;
  number: string;
  onNumber: (number: string) => void;
  error: string | undefined;
}

/** Recipient: a recently opened lead, a searched one, or another number. */
export function RecipientField({
  lead,
  onLead,
  number,
  onNumber,
  error,
}: RecipientFieldProps): ReactNode {
  const [recentLeads] = useState(readRecentLeads);
  const [isSearching, setSearching] = useState(false);
  const unlistedLead =
    lead && !recentLeads.some(({ leadId }) => leadId === lead.leadId) ? [lead] : [];
  return (
    <>
      <FieldSet label={t`To`}>
        <div className="flex flex-wrap gap-2">
          {[...unlistedLead, ...recentLeads].map((each) => {
            const isChosen = each.leadId === lead?.leadId;
            return (
              <Chip
                key={each.leadId}
                on={isChosen}
                aria-pressed={isChosen}
                className="max-w-full [&>:not(.i)]:truncate"
                onClick={() => onLead(isChosen ? undefined : each)}
              >
                {each.name}
              </Chip>
            );
          })}
          <Chip
            icon={Search}
            aria-expanded={isSearching}
            onClick={() => setSearching(!isSearching)}
          >
            {t`Search leads`}
          </Chip>
        </div>
      </FieldSet>
      {isSearching && (
        <LeadSearch
          onPick={(found) => {
            onLead(found);
            setSearching(false);
          }}
        />
      )}
      {!lead && (
        <Field
          label={t`WhatsApp number`}
          optional
          error={error}
          hint={t`Left empty, you choose the chat in WhatsApp.`}
        >
          <PhoneField value={number} onChange={(event) => onNumber(event.target.value)} />
        </Field>
      )}
    </>
  );
}

/** Leads that were opened last on this device and have a number. */
const readRecentLeads = (): readonly ShareLead[] =>
  readOpenedLeads()
    .map((leadId) => toShareLead(knownLead(leadId)))
    .filter((lead) => lead !== undefined)
    .slice(0, MAX_RECENT_LEADS);

/** Lead with the fields that a share needs; undefined without a number. */
export const toShareLead = (lead: KnownLead | undefined): ShareLead | undefined =>
  lead?.phone ? { leadId: lead.leadId, name: lead.name, phone: lead.phone } : undefined;

function LeadSearch({ onPick }: { onPick: (lead: ShareLead) => void }): ReactNode {
  const [q, setQ] = useState('');
  const list = useListQuery('/api/leads', { ...(q.trim() !== '' && { q: q.trim() }) });
  const found = (
    list.isError
      ? knownLeads().filter(({ name, siteName, city, phone }) =>
          isFoundBy(q, [name, siteName, city, phone]),
        )
      : list.items
  ).slice(0, MAX_FOUND_LEADS);
  return (
    <div className="stack gap-2">
      <SearchField
        label={t`Search leads`}
        placeholder={t`Name, phone, city or site`}
        maxLength={MAX_SEARCH_LENGTH}
        q={q}
        onSearch={setQ}
        onUnmount={setQ}
      />
      <LeadButtons leads={found} onPick={onPick} />
      {found.length === 0 && !list.isPending && (
        <p className="label text-ink-2" role="status">{t`No leads match`}</p>
      )}
    </div>
  );
}
