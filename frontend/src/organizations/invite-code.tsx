import { Check, Copy } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { Button } from '../ui/button.js';
import { toast } from '../ui/toast.js';

/** How long "Copied" stands, in milliseconds. */
const confirmationStands = 2000;

/** The code large enough to read out on the phone, and a button that copies it. */
export function InviteCode({ code }: { code: string }): ReactNode {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), confirmationStands);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(code);
      setCopied(true);
    } catch {
      toast({ tone: 'bad', text: 'The browser did not allow copying. Select the code instead.' });
    }
  };
  return (
    <div className="stack gap-1.5">
      <span className="label medium" id="invite-code">
        Invite code
      </span>
      <div className="invite-code">
        <output aria-labelledby="invite-code">{code}</output>
        <Button icon={copied ? Check : Copy} onClick={() => void copy()}>
          {/* no role of its own: the button would lose its name */}
          <span aria-live="polite">{copied ? 'Copied' : 'Copy'}</span>
        </Button>
      </div>
    </div>
  );
}
