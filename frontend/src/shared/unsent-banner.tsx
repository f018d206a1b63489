import { plural, t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { useDraftedForms } from '../lib/kept-drafts.js';
import { useOutboxState } from '../lib/outbox.js';
import { Banner } from '../ui/banner.js';
import { draftTitle } from './draft-titles.js';

/**
 * Warns before a sign-out: names the unsent items and drafts that wait on this device for the next
 * sign-in.
 */
export function UnsentBanner(): ReactNode {
  const waiting = useOutboxState(({ items }) => items.length);
  const titles = useDraftedForms().map(draftTitle);
  const drafts = [...new Set(titles)].map(
    (title) => [title, titles.filter((other) => other === title).length] as const,
  );
  if (waiting + drafts.length === 0) return null;
  return (
    <Banner tone="warning" inset>
      {waiting > 0 &&
        plural(waiting, {
          one: '# item is not sent yet. It stays on this device and goes when you sign in here again.',
          other:
            '# items are not sent yet. They stay on this device and go when you sign in here again.',
        })}
      {drafts.length > 0 && (
        <>
          {' '}
          {t`What you typed and did not save stays on this device, and is there again when you sign in here:`}
          <ul className="ml-4 list-disc">
            {drafts.map(([title, count]) => (
              <li key={title}>{count > 1 ? t`${title} (${count})` : title}</li>
            ))}
          </ul>
        </>
      )}
    </Banner>
  );
}
