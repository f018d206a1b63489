import { shown } from '../words/i18n.js';
import { plural } from '@lingui/core/macro';
import { CircleAlert } from 'lucide-react';
import { Fragment, useRef, type ReactNode } from 'react';
import { Icon } from './icon.js';
import { toneStyle } from './tone.js';

interface FormErrorsProps {
  /** Fields with an error, in the order of the page: the `name` of the control and its label. */
  fields: readonly { name: string; label: string }[];
  /** What was refused as a whole, in words. */
  message?: ReactNode;
}

/** On top of a form after a submit: how many fields need a look, each a link that leads to its field. */
export function FormErrors({ fields, message }: FormErrorsProps): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  if (fields.length === 0 && !message) return null;
  return (
    <div className="banner is-inset" style={toneStyle('danger')} role="alert" ref={box}>
      <Icon of={CircleAlert} />
      <span className="grow">
        {shown(message)}
        {fields.length > 0 && (
          <>
            {message && <br />}
            <b>{plural(fields.length, { one: '# field needs a look.', other: '# fields need a look.' })}</b>{' '}
            {fields.map((field, index) => (
              <Fragment key={field.name}>
                {index > 0 && ', '}
                <button type="button" className="link inherit" onClick={() => focusField(box.current, field.name)}>
                  {field.label}
                </button>
              </Fragment>
            ))}
          </>
        )}
      </span>
    </div>
  );
}

/** Leads to the control of that name in the form around an element. */
function focusField(inside: HTMLElement | null, name: string): void {
  const control = inside?.closest('form')?.elements.namedItem(name);
  const element = control instanceof RadioNodeList ? control[0] : control;
  if (element instanceof HTMLElement) element.focus();
}
