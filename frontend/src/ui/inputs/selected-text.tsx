import { type ReactNode, useCallback } from 'react';
import { Field } from './field.js';
import { TextArea } from './input.js';

interface SelectedTextProps {
  readonly text: string;
  readonly label: string;
  /** Reason, shown above the text. */
  readonly reason: string;
}

const MAX_ROWS = 6;
/** Characters that fit into a row on the narrowest phone. */
const CHARACTERS_PER_ROW = 36;

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
          rows={Math.min(MAX_ROWS, Math.ceil(text.length / CHARACTERS_PER_ROW))}
          ref={select}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
      </Field>
    </div>
  );
}
