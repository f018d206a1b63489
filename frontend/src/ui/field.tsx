import { t } from '@lingui/core/macro';
import { shown } from '../words/i18n.js';
import { ChevronDown, CircleAlert, Search } from 'lucide-react';
import { createContext, useContext, useId, type ReactNode } from 'react';
import { classes } from './classes.js';
import { Icon } from './icon.js';

/** Attributes that connect a control with its label, hint and error for screen readers. */
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
  /** Words of the error. The typed value stays. */
  error?: ReactNode;
  optional?: boolean;
  children: ReactNode;
  className?: string;
}

/** Props of a field's label, and of the error or hint below its controls. */
function useParts({
  label,
  hint,
  error,
  optional = false,
  className,
}: Omit<FieldProps, 'children'>) {
  const id = useId();
  const below = error ? `${id}-error` : hint ? `${id}-hint` : undefined;
  return {
    id,
    below,
    className: classes('field', Boolean(error) && 'is-bad', className),
    name: (
      <>
        <span>{label}</span>{' '}
        {optional && (
          <span className="font-regular whitespace-nowrap text-ink-3">{t`(optional)`}</span>
        )}
      </>
    ),
    said: error ? (
      <FieldError id={below}>{error}</FieldError>
    ) : (
      hint && (
        <p className="text-(length:--text-meta)/(--text-meta--line-height) text-ink-3" id={below}>
          {hint}
        </p>
      )
    ),
  };
}

/**
 * Label above, control, hint or error below. Controls inside take their id and description from
 * here.
 */
export function Field({ children, ...asked }: FieldProps): ReactNode {
  const { id, below, className, name, said } = useParts(asked);
  return (
    <div className={className}>
      <label htmlFor={id} className="in-[.two]:self-end label font-medium text-ink">
        {name}
      </label>
      <Surrounding
        value={{ id, 'aria-describedby': below, 'aria-invalid': asked.error ? true : undefined }}
      >
        {children}
      </Surrounding>
      {said}
    </div>
  );
}

/** Like Field, for several controls that answer one question. */
export function FieldSet({ children, ...asked }: FieldProps): ReactNode {
  const { below, className, name, said } = useParts(asked);
  return (
    <fieldset className={className} aria-describedby={below}>
      <legend className="label mb-1.5 font-medium text-ink">{name}</legend>
      {children}
      {said}
    </fieldset>
  );
}

/** For a control of one's own inside a Field. Empty outside of one. */
export function useControlAttributes(): Partial<ControlAttributes> {
  return useContext(Surrounding) ?? {};
}

/** Icon and words; read out when it appears. */
export function FieldError({
  id,
  children,
}: {
  id?: string | undefined;
  children: ReactNode;
}): ReactNode {
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

/** Look of an icon or text inside a control; pointer events pass to the control. */
export const besideLook = 'pointer-events-none absolute inset-y-0 flex items-center text-ink-3';

/** At the end of a control that opens a list. */
export const OpenIndicator = (): ReactNode => (
  <span className={classes(besideLook, 'right-3')}>
    <Icon of={ChevronDown} />
  </span>
);

/** At the beginning of one that searches. */
export const SearchIcon = (): ReactNode => (
  <span className={classes(besideLook, 'left-3.5')}>
    <Icon of={Search} />
  </span>
);
/** A control that searches: nothing to clear yet, and no key to say, leaves room on the phone. */
export const searchedLook =
  'pr-10 pl-10.5 text-ellipsis max-md:placeholder-shown:pr-3 [&::-webkit-search-cancel-button]:hidden';
