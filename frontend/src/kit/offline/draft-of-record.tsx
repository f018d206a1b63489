import { plural, t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import {
  type AccountDraft,
  removeAccountDraft,
  useAccountDrafts,
} from '../../lib/drafts/account-drafts.js';
import { errorMessage, NotStored } from '../../lib/server/problem.js';
import { Button } from '../../ui/buttons/button.js';
import { toast } from '../../ui/feedback/toast.js';
import { CopyButton } from '../../ui/buttons/copy-button.js';
import { draftTitle } from './draft-titles.js';
import { textOfDraft } from '../forms/stored-draft.js';
import { toastWithUndo } from '../commands/undo.js';

/** Undoes the deletion of a draft. Resolves to a text if the device cannot store it. */
const restore = (undo: () => Promise<void>): Promise<string | undefined> =>
  undo().then(
    () => undefined,
    (error: unknown) => errorMessage(new NotStored(error), t`Failed to restore the draft`),
  );

/**
 * Draft of a record, to be read, copied and removed: its form cannot open if the record is gone.
 */
export function DraftOfRecord({
  draft: { key, form, draft, files },
}: {
  draft: AccountDraft;
}): ReactNode {
  const text = textOfDraft(draft);
  const remove = async (): Promise<void> => {
    try {
      const undo = await removeAccountDraft(key);
      if (undo) toastWithUndo(t`Draft deleted`, () => restore(undo));
      else toast({ tone: 'bad', text: t`This form is open. Discard the draft there.` });
    } catch {
      toast({ tone: 'bad', text: t`Failed to delete the draft` });
    }
  };
  const title = draftTitle(form);
  const excerpt = text.split('\n', 1)[0];
  return (
    <details className="group">
      <summary className="min-h-tap content-center wrap-anywhere md:min-h-0">
        {excerpt ? (
          <>
            <span className="group-open:hidden">{t`${title}: ${excerpt}`}</span>
            <span className="hidden group-open:inline">{title}</span>
          </>
        ) : (
          title
        )}
      </summary>
      <div className="stack gap-2 pb-2 pl-4">
        {text !== '' && <p className="whitespace-pre-line wrap-anywhere select-text">{text}</p>}
        {files > 0 && <p>{plural(files, { one: '# file', other: '# files' })}</p>}
        <div className="flex flex-wrap gap-2">
          {text !== '' && <CopyButton text={text} />}
          <Button kind="ghost" className="text-inherit" onClick={() => void remove()}>
            {t`Remove`}
          </Button>
        </div>
      </div>
    </details>
  );
}

/** Drafts of a gone record, whose forms can no longer open. Renders nothing without drafts. */
export function DraftsOfGoneRecord({ id }: { id: string }): ReactNode {
  const drafts = useAccountDrafts().filter(({ form }) => form.endsWith(`-${id}`));
  if (drafts.length === 0) return null;
  return (
    <div className="card card-b stack mt-3 gap-2">
      <p>{t`What you typed about it is still on this device. Copy what you need.`}</p>
      {drafts.map((draft) => (
        <DraftOfRecord key={draft.key} draft={draft} />
      ))}
    </div>
  );
}
