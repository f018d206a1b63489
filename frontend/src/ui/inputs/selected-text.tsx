import { type ReactNode, useCallback } from 'react';
import { Field } from './field.js';
import { TextArea } from './input.js';

interface SelectedTextProps {
  readonly text: string;
  readonly label: string;
  /** Reason, shown above the text. */
  readonly reason: string;
}

/** Selected text for manual copying, where the browser refused to copy. */
export function SelectedText({ text, label, reason }: SelectedTextProps): ReactNode {
  const select = useCallback((control: HTMLTextAreaElement | null) => {
    control?.focus();
    control?.select();
  }, []);
  return (
    <div className="stack gap-2">
      <p className="label" role="status">
        {reason}
      </p>
      <Field label={label}>
        <TextArea
          readOnly
          value={text}
          rows={Math.min(6, Math.ceil(text.length / 36))}
          ref={select}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
      </Field>
    </div>
  );
}
