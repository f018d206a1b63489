import { plural, t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { type KeptDraft, removeKeptDraft } from '../../lib/drafts/account-drafts.js';
import { Button } from '../../ui/buttons/button.js';
import { toast } from '../../ui/feedback/toast.js';
import { CopyButton } from '../../ui/buttons/copy-button.js';
import { draftTitle } from './draft-titles.js';
import { textOfDraft } from '../forms/stored-draft.js';
import { toastWithUndo } from '../commands/undo.js';

/**
 * Draft of a record, to be read, copied and removed: its form cannot be opened where the record is
 * gone.
 */
export function DraftOfRecord({
  draft: { key, form, draft, files },
}: {
  draft: KeptDraft;
}): ReactNode {
  const text = textOfDraft(draft);
  const remove = async (): Promise<void> => {
    const undo = await removeKeptDraft(key);
    if (undo) toastWithUndo(t`Draft deleted`, undo);
    else toast({ tone: 'bad', text: t`This form is open. Discard the draft there.` });
  };
  return (
    <details>
      <summary className="min-h-tap content-center md:min-h-0">{draftTitle(form)}</summary>
      <span className="block whitespace-pre-line wrap-anywhere select-text">{text}</span>
      {files > 0 && (
        <span className="block">{plural(files, { one: '# file', other: '# files' })}</span>
      )}
      <span className="flex flex-wrap gap-2">
        {text !== '' && <CopyButton text={text} />}
        <Button kind="ghost" onClick={() => void remove()}>
          {t`Remove`}
        </Button>
      </span>
    </details>
  );
}
