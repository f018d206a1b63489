import type { ReactNode } from 'react';
import type { FieldErrors } from 'react-hook-form';
import { Button } from '../ui/button.js';
import { FormErrors } from '../ui/form-errors.js';
import { BottomBar, TopBar } from '../ui/frame.js';
import type { LeadFormValues } from './lead-form.schema.js';
import './lead-form.css';
import './lead-dialogs.css';

interface LeadFormFrameProps {
  title: string;
  back: { to: string; label: string };
  note?: ReactNode;
  busy: boolean;
  onSubmit: () => void;
  errors: FieldErrors<LeadFormValues>;
  /** Why it was not saved, where that is no field's fault. */
  message?: ReactNode;
  /** Over the fields: a conflict. */
  notice?: ReactNode;
  /** Below the fields: what is rare. */
  foot?: ReactNode;
  children: ReactNode;
}

const labels: Readonly<Record<keyof LeadFormValues, string>> = {
  phone: 'Phone',
  firstName: 'First name',
  lastName: 'Last name',
  type: 'Type of lead',
  city: 'City',
  siteName: 'Site name',
  landmark: 'Landmark',
  note: 'Note',
  followUpOn: 'Next visit date',
};
const order = Object.keys(labels) as (keyof LeadFormValues)[];

/** The page around a lead's fields: out on the left, Save in the thumb zone, what is wrong on top. */
export function LeadFormFrame({ title, back, note, busy, onSubmit, errors, message, notice, foot, children }: LeadFormFrameProps): ReactNode {
  return (
    <>
      <TopBar
        title={title}
        back={{ ...back, as: 'close' }}
        className="lead-form-bar"
        actions={
          <>
            {note && <span className="meta px-2 text-right">{note}</span>}
            <Button kind="primary" type="submit" form="lead-form" busy={busy} className="max-md:hidden">
              Save
            </Button>
          </>
        }
      />
      <form
        id="lead-form"
        className="lead-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) onSubmit();
        }}
      >
        {notice}
        <FormErrors fields={order.filter((name) => errors[name]).map((name) => ({ name, label: labels[name] }))} message={message} />
        {children}
        {foot}
      </form>
      <BottomBar phoneOnly>
        <Button kind="primary" size="lg" block type="submit" form="lead-form" busy={busy}>
          Save
        </Button>
      </BottomBar>
    </>
  );
}
