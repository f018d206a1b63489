import { t } from '@lingui/core/macro';
import { Check, Copy } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { Button } from './button.js';
import { SelectedText } from '../inputs/selected-text.js';

/** Time for which "Copied" is shown. */
const CONFIRMATION_MS = 2000;

interface CopyButtonProps {
  text: string;
  label?: string;
  className?: string;
}

/** Button that copies a text and confirms it. */
export function CopyButton({ text, label = t`Copy`, className }: CopyButtonProps): ReactNode {
  const [copied, setCopied] = useState(false);
  const [isRefused, setRefused] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), CONFIRMATION_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      setRefused(true);
    }
  };
  if (isRefused)
    return (
      <SelectedText
        text={text}
        label={label}
        reason={t`This browser did not allow copying. Copy the selected text.`}
      />
    );
  return (
    <Button icon={copied ? Check : Copy} className={className} onClick={() => void copy()}>
      {/* no `role="status"`: it would hide the text from the button's name */}
      <span aria-live="polite">{copied ? t`Copied` : label}</span>
    </Button>
  );
}
