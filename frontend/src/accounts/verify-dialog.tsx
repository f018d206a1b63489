import { t } from '@lingui/core/macro';
import { CircleCheck } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode, type Ref } from 'react';
import { refreshSession, useMe } from '../lib/session.js';
import { Button } from '../ui/button.js';
import { Dialog, DialogFoot } from '../ui/dialog.js';
import { Icon } from '../ui/icon.js';
import { SentForm } from '../ui/sent-form.js';
import { CodeCells } from './code-entry.js';
import { useAnotherNumber } from './another-number.js';
import { SentTo, useSentCode, type SentCode } from './sent-code.js';

/** How long the good news stands before the dialog closes, in milliseconds. */
const newsStands = 2000;

export default function VerifyDialog({ open, onClose }: { open: boolean; onClose: () => void }): ReactNode {
  const code = useRef<HTMLInputElement>(null);
  return (
    <Dialog open={open} onClose={onClose} title={t`Verify your WhatsApp number`} initialFocus={code}>
      <Verifying code={code} onDone={onClose} onLater={onClose} />
    </Dialog>
  );
}

/** Sends a code as it appears, takes it, says so, and is done. */
function Verifying({ code, onDone, onLater }: { code: Ref<HTMLInputElement>; onDone: () => void; onLater: () => void }): ReactNode {
  const { account } = useMe();
  const [verified, setVerified] = useState(false);
  const sent = useSentCode(async () => {
    setVerified(true);
  });
  const { entry, another } = sent;
  // As it opens the dialog leads to the code itself: a field that was quicker would be where the focus returns to. Once it stands,
  // the code that is shown again takes the focus.
  const [stands, setStands] = useState(false);
  useEffect(() => setStands(true), []);
  useEffect(() => {
    if (!verified) return undefined;
    const timer = setTimeout(() => void refreshSession().finally(onDone), newsStands);
    return () => clearTimeout(timer);
  }, [verified, onDone]);

  if (verified) {
    return (
      <p className="label font-medium flex items-center gap-2 text-success-ink" role="status">
        <Icon of={CircleCheck} className="text-success-mark" />
        {t`WhatsApp number verified successfully!`}
      </p>
    );
  }
  if (another.isAsked) return <AskingForAnother sent={sent} onLater={onLater} />;
  return (
    <SentForm className="stack gap-4" busy={entry.busy} onSend={entry.submit}>
      <SentTo phone={account.phone} sent={sent} />
      <CodeCells entry={entry} field={code} autoFocus={stands} />
      <DialogFoot>
        <Button kind="primary" type="submit" disabled={!entry.complete} busy={entry.busy} className="md:flex-1">
          {t`Verify`}
        </Button>
        <Button onClick={onLater}>{t`Not now`}</Button>
      </DialogFoot>
    </SentForm>
  );
}

function AskingForAnother({ sent: { another }, onLater }: { sent: SentCode; onLater: () => void }): ReactNode {
  const { fields, busy, submit } = useAnotherNumber(another.because, another.onSent);
  return (
    <SentForm className="stack gap-4" busy={busy} onSend={submit}>
      {fields}
      <DialogFoot>
        <Button kind="primary" type="submit" busy={busy} className="md:flex-1">
          {t`Send Code`}
        </Button>
        {another.back ? <Button onClick={another.back}>{t`Back`}</Button> : <Button onClick={onLater}>{t`Not now`}</Button>}
      </DialogFoot>
    </SentForm>
  );
}
