import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { draftPlaceText, noNetworkText } from '../kit/texts/labels.js';
import { fieldName } from '../kit/texts/field-names.js';
import { discardDraft } from '../kit/commands/undo.js';
import { UnreadDraft } from '../kit/forms/unread-draft.js';
import type { CommandForm } from '../kit/forms/use-command-form.js';
import { Button } from '../ui/buttons/button.js';
import { FormErrors } from '../ui/inputs/form-errors.js';
import { ValidatedForm } from '../ui/inputs/validated-form.js';
import { Card } from '../ui/layout/surface.js';

interface FormCardProps<Values> {
  form: CommandForm<Values>;
  title: string;
  /** Labels that differ from the usual field names. */
  labels?: Readonly<Partial<Record<keyof Values & string, string>>>;
  /** Content above the fields, such as a conflict. */
  notice?: ReactNode;
  children: ReactNode;
}

/** Card with a form: errors on top, button below. */
export function FormCard<Values>({
  form,
  title,
  labels,
  notice,
  children,
}: FormCardProps<Values>): ReactNode {
  const { busy, invalidFields, needsNetwork, message } = form;
  const draftPlace = draftPlaceText(form);
  return (
    <Card
      title={title}
      headerEnd={draftPlace && <span className="meta text-right">{draftPlace}</span>}
    >
      <ValidatedForm className="card-b stack gap-4" busy={busy} onSend={() => void form.submit()}>
        <UnreadDraft form={form} />
        {notice}
        <FormErrors
          fields={invalidFields.map((name) => ({ name, label: labels?.[name] ?? fieldName(name) }))}
          message={message ?? (needsNetwork && noNetworkText())}
        />
        {children}
        <div className="row wrap gap-2">
          <Button
            kind="primary"
            type="submit"
            busy={busy}
            disabled={needsNetwork || form.conflict !== undefined}
            className="max-md:w-full"
          >
            {t`Save`}
          </Button>
          {draftPlace && (
            <Button
              kind="ghost"
              disabled={busy}
              onClick={() => discardDraft(form)}
              className="max-md:w-full"
            >
              {t`Discard draft`}
            </Button>
          )}
        </div>
      </ValidatedForm>
    </Card>
  );
}
