import { t } from '@lingui/core/macro';
import { translatedNode } from '../../words/i18n.js';
import { ChevronDown, CircleAlert, Search } from 'lucide-react';
import { createContext, useContext, useId, type ReactNode } from 'react';
import { classes } from '../classes.js';
import { Icon } from '../display/icon.js';

/** Attributes that connect a control with its label, hint and error. */
interface ControlAttributes {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

const AttributesContext = createContext<ControlAttributes | undefined>(undefined);
const OptionalContext = createContext(false);

interface FieldProps {
  label: ReactNode;
  /** Help below the field, never a tooltip. */
  hint?: ReactNode;
  /** Text of the error. */
  error?: ReactNode;
  optional?: boolean;
  children: ReactNode;
  className?: string;
}

/** Props of a field's label and of its error or hint. */
function useFieldParts({
  label,
  hint,
  error,
  optional = false,
  className,
}: Omit<FieldProps, 'children'>) {
  const id = useId();
  const textBelowId = error ? `${id}-error` : hint ? `${id}-hint` : undefined;
  return {
    id,
    textBelowId,
    className: classes('field', Boolean(error) && 'is-bad', className),
    name: (
      <>
        <span id={labelIdOf(id)}>{label}</span>{' '}
        {optional && (
          <span className="font-regular whitespace-nowrap text-ink-3">{t`(optional)`}</span>
        )}
      </>
    ),
    message: error ? (
      <FieldError id={textBelowId}>{error}</FieldError>
    ) : (
      hint && (
        <p
          className="text-(length:--text-meta)/(--text-meta--line-height) text-ink-3"
          id={textBelowId}
        >
          {hint}
        </p>
      )
    ),
  };
}

/** Field with label, hint and error. Controls inside get their id and description from it. */
export function Field({ children, ...field }: FieldProps): ReactNode {
  const { id, textBelowId, className, name, message } = useFieldParts(field);
  return (
    <div className={className}>
      <label htmlFor={id} className="in-[.two]:self-end label font-medium text-ink">
        {name}
      </label>
      <AttributesContext
        value={{
          id,
          'aria-describedby': textBelowId,
          'aria-invalid': field.error ? true : undefined,
        }}
      >
        <OptionalContext value={field.optional ?? false}>{children}</OptionalContext>
      </AttributesContext>
      {message}
    </div>
  );
}

/** Field with several controls for one question. */
export function FieldSet({ children, ...field }: FieldProps): ReactNode {
  const { textBelowId, className, name, message } = useFieldParts(field);
  return (
    <fieldset className={className} aria-describedby={textBelowId}>
      <legend className="label mb-1.5 font-medium text-ink">{name}</legend>
      {children}
      {message}
    </fieldset>
  );
}

/** Attributes for a custom control inside a Field; empty outside. */
export function useControlAttributes(): Partial<ControlAttributes> {
  return useContext(AttributesContext) ?? {};
}

/** Whether the Field around a custom control may stay empty. */
export const useIsOptional = (): boolean => useContext(OptionalContext);

const labelIdOf = (id: string): string => `${id}-label`;

/** Id of the label around a custom control; undefined outside a Field. */
export function useLabelId(): string | undefined {
  const { id } = useControlAttributes();
  return id && labelIdOf(id);
}

/** Error with an icon; read out when it appears. */
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
      <Icon icon={CircleAlert} size="s" className="mt-px" />
      <span>{translatedNode(children)}</span>
    </p>
  );
}

/** Classes of an icon or text inside a control; presses pass to the control. */
export const insideControlClass =
  'pointer-events-none absolute inset-y-0 flex items-center text-ink-3';

/** End icon of a control that opens a list. */
export const OpenIndicator = (): ReactNode => (
  <span className={classes(insideControlClass, 'right-3')}>
    <Icon icon={ChevronDown} />
  </span>
);

/** Start icon of a search control. */
export const SearchIcon = (): ReactNode => (
  <span className={classes(insideControlClass, 'left-3.5')}>
    <Icon icon={Search} />
  </span>
);
/** Classes of a search control. Phones need no room for the clear button and shortcut. */
export const searchInputClass =
  'pr-10 pl-10.5 text-ellipsis max-md:placeholder-shown:pr-3 [&::-webkit-search-cancel-button]:hidden';
