import { t } from '@lingui/core/macro';
import { type ReactNode, useState } from 'react';
import { lazyPart } from '../../ui/loading/code.js';
import { Banner } from '../../ui/feedback/banner.js';
import { Button } from '../../ui/buttons/button.js';
import { LazyMount } from '../../ui/loading/lazy-mount.js';
import { DescriptionList } from '../../ui/layout/description.js';
import { choiceText } from '../texts/choice-text.js';
import { fieldName } from '../texts/field-names.js';
import type { CommandForm } from './use-command-form.js';

const Dialog = lazyPart(async () => ({
  default: (await import('../../ui/overlays/dialog.js')).Dialog,
}));

interface ConflictNoticeProps<Values> {
  form: CommandForm<Values>;
  /** Current values of the record. */
  current: Values;
  /** Builds a sentence like "Asha changed this lead while you were typing." */
  describe: (name: string) => string;
  /** Name of the member who changed the record, if it is known. */
  editorName?: string | null | undefined;
  textOf?: (field: keyof Values & string, values: Values) => string;
}

/** Notice of an edit conflict. Both versions stay until the person chooses. */
export function ConflictNotice<Values>({
  form,
  current,
  describe,
  editorName,
  textOf = plainText,
}: ConflictNoticeProps<Values>): ReactNode {
  const [open, setOpen] = useState(false);
  if (!form.conflict) return null;
  const name = editorName ?? t`Somebody`;
  const resolve = ({ keepsTyped }: { readonly keepsTyped: boolean }): void => {
    setOpen(false);
    form.resolveConflict({ keepsTyped });
  };
  return (
    <div data-asks>
      <Banner
        tone="warning"
        inset
        actions={
          <Button kind="ghost" onClick={() => setOpen(true)}>
            {t`See what changed`}
          </Button>
        }
      >
        {describe(name)}
      </Banner>
      <LazyMount when={open}>
        <Dialog
          open={open}
          onClose={() => setOpen(false)}
          title={t`What ${name} changed`}
          stacked
          footer={
            <>
              <Button kind="primary" size="lg" onClick={() => resolve({ keepsTyped: true })}>
                {t`Keep what I typed`}
              </Button>
              <Button size="lg" onClick={() => resolve({ keepsTyped: false })}>
                {editorName ? t`Take ${editorName}'s version` : t`Take that version`}
              </Button>
            </>
          }
        >
          <DescriptionList
            items={form.conflict.map((field) => [
              fieldName(field),
              <>
                <del className="text-ink-3">{textOf(field, form.base)}</del>{' '}
                <ins className="font-medium no-underline">{textOf(field, current)}</ins>
              </>,
            ])}
          />
        </Dialog>
      </LazyMount>
    </div>
  );
}

function plainText<Values>(field: keyof Values & string, values: Values): string {
  const value = values[field];
  if (typeof value === 'boolean') return value ? t`Yes` : t`No`;
  return value ? choiceText(String(value), field) : t`None`;
}
