import { t } from '@lingui/core/macro';
import { CircleCheck } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode, type Ref } from 'react';
import { refreshSession } from '../lib/account/session.js';
import { Button } from '../ui/buttons/button.js';
import { Dialog, DialogFooter } from '../ui/overlays/dialog.js';
import { FormErrors } from '../ui/inputs/form-errors.js';
import { Icon } from '../ui/display/icon.js';
import { ValidatedForm } from '../ui/inputs/validated-form.js';
import type { AuthFormProps } from './auth-frame.js';
import { Verification } from './verification.js';

/** Time for which success is shown before the dialog closes. */
const SUCCESS_SHOWN_MS = 2000;

export default function VerifyDialog({
  open,
  onClose,
}: {
  open: boolean;
  onClose: () => void;
}): ReactNode {
  const codeField = useRef<HTMLInputElement>(null);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t`Verify your WhatsApp number`}
      initialFocus={codeField}
    >
      <CodeStepOfDialog codeField={codeField} onDone={onClose} />
    </Dialog>
  );
}

/** Code step, then the success. */
function CodeStepOfDialog({
  codeField,
  onDone,
}: {
  codeField: Ref<HTMLInputElement>;
  onDone: () => void;
}): ReactNode {
  const [isVerified, setVerified] = useState(false);
  // The dialog focuses the first field itself. With `autoFocus` from the start, the focus would
  // return to that field after closing.
  const [isMounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  useEffect(() => {
    if (!isVerified) return undefined;
    const timer = setTimeout(() => void refreshSession().finally(onDone), SUCCESS_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isVerified, onDone]);

  if (isVerified) {
    return (
      <p className="label font-medium flex items-center gap-2 text-success-ink" role="status">
        <Icon icon={CircleCheck} className="text-success-mark" />
        {t`WhatsApp number verified successfully!`}
      </p>
    );
  }
  return (
    <Verification
      as={DialogForm}
      submitLabel={t`Verify`}
      onVerified={async () => setVerified(true)}
      secondAction={{ children: t`Not now`, onClick: onDone }}
      field={codeField}
      autoFocus={isMounted}
    />
  );
}

/** Form below the dialog's title. */
function DialogForm({
  form,
  submitLabel,
  disabled,
  secondButton,
  children,
}: AuthFormProps): ReactNode {
  return (
    <ValidatedForm className="stack gap-4" busy={form.busy} onSend={form.submit}>
      <FormErrors fields={[]} message={form.message} />
      {children}
      <DialogFooter>
        <Button
          kind="primary"
          type="submit"
          disabled={disabled}
          busy={form.busy}
          className="md:flex-1"
        >
          {submitLabel}
        </Button>
        <Button {...secondButton} />
      </DialogFooter>
    </ValidatedForm>
  );
}
