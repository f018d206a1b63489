import { plural, t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { useAccountDrafts } from '../../lib/drafts/account-drafts.js';
import { useOutboxState } from '../../lib/outbox/outbox.js';
import { Banner } from '../../ui/feedback/banner.js';
import { draftTitle, isFormOfRecord } from './draft-titles.js';
import { DraftOfRecord } from './draft-of-record.js';

/** Warns before sign-out of unsent commands and drafts, which wait for the next sign-in. */
export function UnsentBanner(): ReactNode {
  const waiting = useOutboxState(({ items }) => items.length);
  const drafts = useAccountDrafts();
  const recordDrafts = drafts.filter(({ form }) => isFormOfRecord(form));
  const titles = drafts
    .filter(({ form }) => !isFormOfRecord(form))
    .map(({ form }) => draftTitle(form));
  const counts = [...new Set(titles)].map(
    (title) => [title, titles.filter((other) => other === title).length] as const,
  );
  if (waiting + drafts.length === 0) return null;
  return (
    <Banner tone="warning" inset>
      <div className="stack gap-2">
        {waiting > 0 && (
          <span>
            {plural(waiting, {
              one: '# item is not sent yet. It stays on this device and goes when you sign in here again.',
              other:
                '# items are not sent yet. They stay on this device and go when you sign in here again.',
            })}
          </span>
        )}
        {drafts.length > 0 && (
          <>
            <span>
              {t`What you typed and did not save stays on this device, and is there again when you sign in here:`}
            </span>
            <ul className="ml-4 list-disc">
              {counts.map(([title, count]) => (
                <li key={title}>{count > 1 ? t`${title} (${count})` : title}</li>
              ))}
              {recordDrafts.map((draft) => (
                // the disclosure triangle of `summary` replaces the bullet
                <li key={draft.key} className="-ml-4 list-none">
                  <DraftOfRecord draft={draft} />
                </li>
              ))}
            </ul>
          </>
        )}
        {drafts.some(({ isStored }) => !isStored) && (
          <span>
            {t`This device could not store part of it. That part is lost when you sign out.`}
          </span>
        )}
        {recordDrafts.length > 0 && (
          <span>
            {t`Open one of these to read it. If its record is gone, copy what you need and remove it.`}
          </span>
        )}
      </div>
    </Banner>
  );
}
