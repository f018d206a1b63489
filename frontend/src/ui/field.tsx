import { t } from '@lingui/core/macro';
import { shown } from '../words/i18n.js';
import { CircleAlert } from 'lucide-react';
import { createContext, useContext, useId, type ReactNode } from 'react';
import { classes } from './classes.js';
import { Icon } from './icon.js';

/** What a control must carry so that its label, hint and error are read with it. */
interface ControlAttributes {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

const Surrounding = createContext<ControlAttributes | undefined>(undefined);

interface FieldProps {
  label: ReactNode;
  /** Help that stays. Below the field, never a tooltip. */
  hint?: ReactNode;
  /** What is wrong, in words. What was typed stays. */
  error?: ReactNode;
  optional?: boolean;
  children: ReactNode;
  className?: string;
}

/** Label above, control, hint or error below. Controls inside take their id and description from here. */
export function Field({ label, hint, error, optional = false, children, className }: FieldProps): ReactNode {
  const id = useId();
  const below = error ? `${id}-error` : hint ? `${id}-hint` : undefined;
  return (
    <div className={classes('field', Boolean(error) && 'is-bad', className)}>
      <label htmlFor={id}>
        {label} {optional && <span className="font-regular whitespace-nowrap text-ink-3">{t`(optional)`}</span>}
      </label>
      <Surrounding value={{ id, 'aria-describedby': below, 'aria-invalid': error ? true : undefined }}>{children}</Surrounding>
      {error ? <FieldError id={`${id}-error`}>{error}</FieldError> : hint && <FieldHint id={`${id}-hint`}>{hint}</FieldHint>}
    </div>
  );
}

/** Like Field, for several controls that answer one question. */
export function FieldSet({ label, hint, error, optional = false, children, className }: FieldProps): ReactNode {
  const id = useId();
  const below = error ? `${id}-error` : hint ? `${id}-hint` : undefined;
  return (
    <fieldset className={classes('field', Boolean(error) && 'is-bad', className)} aria-describedby={below}>
      <legend className="lab">
        {label} {optional && <span className="font-regular whitespace-nowrap text-ink-3">{t`(optional)`}</span>}
      </legend>
      {children}
      {error ? <FieldError id={`${id}-error`}>{error}</FieldError> : hint && <FieldHint id={`${id}-hint`}>{hint}</FieldHint>}
    </fieldset>
  );
}

/** For a control of one's own inside a Field. Empty outside of one. */
export function useControlAttributes(): Partial<ControlAttributes> {
  return useContext(Surrounding) ?? {};
}

function FieldHint({ id, children }: { id?: string; children: ReactNode }): ReactNode {
  return (
    <p className="text-(length:--text-meta)/(--text-meta--line-height) text-ink-3" id={id}>
      {children}
    </p>
  );
}

/** Icon and words; read out when it appears. */
export function FieldError({ id, children }: { id?: string; children: ReactNode }): ReactNode {
  return (
    <p
      className="flex gap-1.5 text-(length:--text-meta)/(--text-meta--line-height) font-medium text-danger-ink dark:text-danger-mark"
      id={id}
      role="alert"
    >
      <Icon of={CircleAlert} size="s" className="mt-px" />
      <span>{shown(children)}</span>
    </p>
  );
}
