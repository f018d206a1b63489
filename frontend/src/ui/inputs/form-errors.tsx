import { translatedNode } from '../../words/i18n.js';
import { plural } from '@lingui/core/macro';
import { Fragment, type ReactNode } from 'react';
import { Banner } from '../feedback/banner.js';
import { FieldError } from './field.js';

interface FormErrorsProps {
  /** Fields with an error, in page order: the control's `name` and its label. */
  fields: readonly { name: string; label: string }[];
  /** Error of the whole form. */
  message?: ReactNode;
}

/** Focused after a refused submission, so that it scrolls into view. */
const refusal = { 'data-refusal': '', tabIndex: -1 } as const;

/** Error of a form, beside its button. */
export const FormRefusal = ({ children }: { children: ReactNode }): ReactNode => (
  <div {...refusal}>
    <FieldError>{children}</FieldError>
  </div>
);

/** Summary of errors above a form, with a link to each field. */
export function FormErrors({ fields, message }: FormErrorsProps): ReactNode {
  if (fields.length === 0 && !message) return null;
  return (
    <div {...refusal}>
      <Banner tone="danger" inset role="alert">
        {message && <span>{translatedNode(message)}</span>}
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
