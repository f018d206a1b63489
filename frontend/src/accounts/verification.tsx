import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import { CircleCheck } from 'lucide-react';
import { refreshSession, signOut, useMe } from '../lib/session.js';
import { Banner } from '../ui/banner.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { phoneText } from '../ui/format.js';
import { FormErrors } from '../ui/form-errors.js';
import { PageHeader } from '../ui/frame.js';
import { Icon } from '../ui/icon.js';
import { sendCode, type Challenge } from './auth.js';
import { AuthForm, AuthFrame } from './auth-frame.js';
import { CodeCells, useCodeEntry, type CodeEntry } from './code-entry.js';
import { wordsFor } from './refused.js';
import { useReminder } from './reminder.js';

/** How long the good news stands before the dialog closes, in milliseconds. */
const newsStands = 2000;

/** Asks to verify the number while that can wait. Nothing for whoever has, or wants to be reminded later. */
export function VerifyBanner(): ReactNode {
  const { verification } = useMe();
  const { resting, remindLater } = useReminder();
  const [open, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  return (
    <>
      {!verification.verified && !resting && (
        <Banner
          tone="warning"
          actions={
            <>
              <Button kind="ghost" onClick={() => setOpen(true)}>
                Verify now
              </Button>
              <Button kind="ghost" onClick={remindLater}>
                Remind Later
              </Button>
            </>
          }
        >
          Verify your WhatsApp number to keep your account.
        </Banner>
      )}
      {/* it outlives the banner: the good news comes when there is nothing left to ask */}
      <VerifyDialog open={open} onClose={close} />
    </>
  );
}

function VerifyDialog({ open, onClose }: { open: boolean; onClose: () => void }): ReactNode {
  return (
    <Dialog open={open} onClose={onClose} title="Verify your WhatsApp number">
      <Verifying onDone={onClose} onLater={onClose} />
    </Dialog>
  );
}

/** Sends a code as it appears, takes it, says so, and is done. */
function Verifying({ onDone, onLater }: { onDone: () => void; onLater: () => void }): ReactNode {
  const { account } = useMe();
  const [verified, setVerified] = useState(false);
  const { entry, problem, sendAgain } = useSentCode(async () => {
    setVerified(true);
  });
  useEffect(() => {
    if (!verified) return undefined;
    const timer = setTimeout(() => void refreshSession().finally(onDone), newsStands);
    return () => clearTimeout(timer);
  }, [verified, onDone]);

  if (verified) {
    return (
      <p className="label medium flex items-center gap-2 text-success-ink" role="status">
        <Icon of={CircleCheck} className="text-success-mark" />
        WhatsApp number verified successfully!
      </p>
    );
  }
  return (
    <form
      className="stack gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        entry.submit();
      }}
    >
      <SentTo phone={account.phone} problem={problem} onRetry={sendAgain} />
      <CodeCells entry={entry} />
      <div className="foot side-by-side">
        <Button kind="primary" type="submit" disabled={!entry.complete} busy={entry.busy} className="md:flex-1">
          Verify
        </Button>
        <Button onClick={onLater}>Not now</Button>
      </div>
    </form>
  );
}

/** After the days of grace the code comes before anything else. */
export function VerifyFirst(): ReactNode {
  const { account } = useMe();
  const { entry, problem, sendAgain } = useSentCode(async () => {
    await refreshSession();
  });
  return (
    <AuthFrame>
      <AuthForm
        onSubmit={(event) => {
          event.preventDefault();
          entry.submit();
        }}
        actions={
          <>
            <Button kind="primary" size="lg" type="submit" disabled={!entry.complete} busy={entry.busy}>
              Verify &amp; Sign In
            </Button>
            <Button kind="ghost" size="lg" onClick={() => void signOut()}>
              Sign Out
            </Button>
          </>
        }
      >
        <PageHeader title="Verify your WhatsApp number">
          Your account is older than 3 days. Enter the code to go on; everything you entered is kept.
        </PageHeader>
        <SentTo phone={account.phone} problem={problem} onRetry={sendAgain} />
        <CodeCells entry={entry} />
      </AuthForm>
    </AuthFrame>
  );
}

function SentTo({ phone, problem, onRetry }: { phone: string; problem: string | undefined; onRetry: () => void }): ReactNode {
  return problem ? (
    <FormErrors
      fields={[]}
      message={
        <>
          {problem}{' '}
          <button type="button" className="link inherit" onClick={onRetry}>
            Retry
          </button>
        </>
      }
    />
  ) : (
    <p className="label text-ink-2">
      We sent 6 digits on WhatsApp to <span className="num medium text-ink">{phoneText(phone)}</span>.
    </p>
  );
}

/** A code that is sent when this appears, once. */
function useSentCode(onVerified: () => Promise<void>): { entry: CodeEntry; problem: string | undefined; sendAgain: () => void } {
  const [challenge, setChallenge] = useState<Challenge>();
  const [problem, setProblem] = useState<string>();
  const asked = useRef(false);
  const send = async (): Promise<void> => {
    setProblem(undefined);
    try {
      setChallenge(await sendCode());
    } catch (error) {
      setProblem(wordsFor(error, 'Failed to send verification code'));
    }
  };
  useEffect(() => {
    // a code costs money and patience: never two for one opening
    if (asked.current) return;
    asked.current = true;
    void send();
  }, []);
  return { entry: useCodeEntry(challenge, setChallenge, onVerified), problem, sendAgain: () => void send() };
}
