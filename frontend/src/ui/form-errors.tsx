import { shown } from '../words/i18n.js';
import { plural } from '@lingui/core/macro';
import { Fragment, type ReactNode } from 'react';
import { Banner } from './banner.js';
import { FieldError } from './field.js';

interface FormErrorsProps {
  /** Fields with an error, in the order of the page: the `name` of the control and its label. */
  fields: readonly { name: string; label: string }[];
  /** Words of a refusal that concerns the whole form. */
  message?: ReactNode;
}

/**
 * Marks why a form was refused: it takes the focus after a press, so that it scrolls into view on a
 * phone.
 */
const refusal = { 'data-refusal': '', tabIndex: -1 } as const;

/** Refusal of a form, beside its button. */
export const FormRefusal = ({ children }: { children: ReactNode }): ReactNode => (
  <div {...refusal}>
    <FieldError>{children}</FieldError>
  </div>
);

/**
 * On top of a form after a submit: how many fields need a look, each a link that leads to its
 * field.
 */
export function FormErrors({ fields, message }: FormErrorsProps): ReactNode {
  if (fields.length === 0 && !message) return null;
  return (
    <div {...refusal}>
      <Banner tone="danger" inset role="alert">
        {message && <span>{shown(message)}</span>}
        {fields.length > 0 && (
          <>
            {message && <br />}
            <b>
              {plural(fields.length, {
                one: '# field needs a look.',
                other: '# fields need a look.',
              })}
            </b>{' '}
            {fields.map((field, index) => (
              <Fragment key={field.name}>
                {index > 0 && <span>, </span>}
                <button
                  type="button"
                  className="link inherit"
                  onClick={({ currentTarget }) => focusField(currentTarget.form, field.name)}
                >
                  {field.label}
                </button>
              </Fragment>
            ))}
          </>
        )}
      </Banner>
    </div>
  );
}

function focusField(form: HTMLFormElement | null, name: string): void {
  const control = form?.elements.namedItem(name);
  const element = control instanceof RadioNodeList ? control[0] : control;
  if (element instanceof HTMLElement) element.focus();
}
