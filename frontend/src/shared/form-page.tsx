import type { ReactNode } from 'react';
import { Banner } from '../ui/banner.js';
import { Button } from '../ui/button.js';
import { useFocusFirstError } from '../ui/focus-first-error.js';
import { FormErrors } from '../ui/form-errors.js';
import { BottomBar, TopBar } from '../ui/frame.js';
import { fieldNames, noNetworkWords } from './labels.js';
import type { CommandForm } from './use-command-form.js';
import './form-page.css';

interface FormPageProps<Values> {
  form: CommandForm<Values>;
  title: string;
  back: { to: string; label: string };
  /** Instead of the form's own. */
  message?: ReactNode;
  /** Over the fields: a conflict. */
  notice?: ReactNode;
  /** Below the fields: what is rare. */
  foot?: ReactNode;
  children: ReactNode;
}

/** A page that is one form: out on the left, Save in the thumb zone, what is wrong on top. */
export function FormPage<Values>({ form, title, back, message, notice, foot, children }: FormPageProps<Values>): ReactNode {
  const { busy, kept, waits, wrong } = form;
  const { form: element, sent } = useFocusFirstError(busy);
  const save = { kind: 'primary', type: 'submit', form: 'form-page', busy, disabled: waits || form.conflict !== undefined } as const;
  return (
    <>
      <TopBar
        title={title}
        back={{ ...back, as: 'close' }}
        className="form-page-bar"
        actions={
          <>
            {kept && <span className="meta px-2 text-right">Draft kept on this device</span>}
            <Button {...save} className="max-md:hidden">
              Save
            </Button>
          </>
        }
      />
      <form
        id="form-page"
        className="form-page"
        noValidate
        ref={element}
        onSubmit={(event) => {
          event.preventDefault();
          sent();
          void form.submit();
        }}
      >
        {notice}
        {waits && (
          <Banner tone="neutral" inset>
            {noNetworkWords}
          </Banner>
        )}
        <FormErrors fields={wrong.map((name) => ({ name, label: fieldNames[name] ?? name }))} message={message || form.message} />
        {children}
        {kept && (
          <Button kind="ghost" className="self-start" onClick={form.discard}>
            Discard draft
          </Button>
        )}
        {foot}
      </form>
      <BottomBar phoneOnly>
        <Button {...save} size="lg" block>
          Save
        </Button>
      </BottomBar>
    </>
  );
}
