import { t } from '@lingui/core/macro';
import { Ellipsis, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Banner } from '../../ui/feedback/banner.js';
import { Button, IconButton } from '../../ui/buttons/button.js';
import { classes } from '../../ui/classes.js';
import { FormErrors } from '../../ui/inputs/form-errors.js';
import { BottomBar } from '../../ui/layout/bottom-bar.js';
import { InlineList } from '../../ui/layout/surface.js';
import { TopBar } from '../../ui/layout/frame.js';
import { LazyMenu } from '../../ui/overlays/lazy-menu.js';
import { ValidatedForm } from '../../ui/inputs/validated-form.js';
import { draftPlaceText, noNetworkText } from '../texts/labels.js';
import { fieldName } from '../texts/field-names.js';
import { discardDraft } from '../commands/undo.js';
import { UnreadDraft } from './unread-draft.js';
import type { CommandForm } from './use-command-form.js';

export interface FormPageProps<Values> {
  form: CommandForm<Values>;
  title: string;
  /** Text below the title: the record that the form is about. */
  subtitle?: ReactNode;
  /** Labels that differ from the usual field names. */
  labels?: Readonly<Partial<Record<keyof Values & string, string>>>;
  back: { to: string; label: string };
  /** Label of the button. */
  submitLabel?: string;
  /** Replaces the form's own message. */
  message?: ReactNode;
  /** Content above the fields, such as a conflict. */
  notice?: ReactNode;
  /** Content below the fields, for rare actions. */
  footer?: ReactNode;
  /** Limits the page to one column. */
  narrow?: boolean;
  /** Uses the whole width of a page. */
  wide?: boolean;
  /** Figure at the start of the phone's action bar, such as a total. */
  actionBarStart?: ReactNode;
  /** Called instead of sending, for example to show a preview. */
  onSubmit?: () => void;
  children: ReactNode;
}

/** Puts the button beside a large amount, or below it on a narrow phone. */
const buttonBesideTotalClass =
  'flex flex-wrap items-center gap-x-4 gap-y-2 [&>button]:w-auto [&>button]:grow';

/** Page with one form: close button, fields, errors on top, and Save within reach of the thumb. */
export function FormPage<Values>({
  form,
  title,
  subtitle,
  labels,
  back,
  submitLabel = t`Save`,
  message,
  notice,
  footer,
  narrow,
  wide = false,
  actionBarStart,
  onSubmit,
  children,
}: FormPageProps<Values>): ReactNode {
  const { busy, needsNetwork, invalidFields } = form;
  const draftPlace = draftPlaceText(form);
  const width = narrow
    ? 'md:max-w-[calc(42rem+2*var(--spacing-gutter))]'
    : wide
      ? 'max-md:[&_h1]:text-title-3 md:max-w-[calc(var(--container-page)+2*var(--spacing-gutter))]'
      : 'md:max-w-248 min-[1536px]:mx-auto min-[1536px]:w-full';
  const saveButtonProps = {
    kind: 'primary',
    type: 'submit',
    form: 'form-page',
    busy,
    disabled: needsNetwork,
  } as const;
  return (
    <>
      <TopBar
        title={title}
        back={{ ...back, as: 'close' }}
        className={width}
        subtitle={
          (subtitle || draftPlace) && (
            <span className="meta wrap-anywhere">
              <InlineList items={[subtitle, draftPlace]} />
            </span>
          )
        }
        actions={
          <>
            {draftPlace && (
              // far from the button that sends
              <span className="md:hidden">
                <LazyMenu
                  align="end"
                  trigger={<IconButton icon={Ellipsis} label={t`More`} />}
                  entries={[
                    { label: t`Discard draft`, icon: Trash2, onSelect: () => discardDraft(form) },
                  ]}
                />
              </span>
            )}
            <Button {...saveButtonProps} className="max-md:hidden">
              {submitLabel}
            </Button>
          </>
        }
      />
      <ValidatedForm
        id="form-page"
        // fills the page of a phone, so that the bar of a short form ends at the edge
        className={classes('stack gap-5 px-gutter pt-2 pb-6 max-md:grow', width)}
        busy={busy}
        onSend={onSubmit ?? (() => void form.submit())}
      >
        <UnreadDraft form={form} />
        {notice}
        {needsNetwork && (
          <Banner tone="neutral" inset>
            {noNetworkText()}
          </Banner>
        )}
        <FormErrors
          fields={invalidFields.map((name) => ({ name, label: labels?.[name] ?? fieldName(name) }))}
          message={message || form.message}
        />
        {children}
        {draftPlace && (
          <Button
            kind="ghost"
            className="-ml-3 self-start px-3 max-md:hidden"
            onClick={() => discardDraft(form)}
          >
            {t`Discard draft`}
          </Button>
        )}
        {footer}
      </ValidatedForm>
      {/* a wide screen has the button in the top bar */}
      <BottomBar
        className={classes('md:hidden', Boolean(actionBarStart) && buttonBesideTotalClass)}
      >
        {actionBarStart}
        <Button {...saveButtonProps} size="lg" block>
          {submitLabel}
        </Button>
      </BottomBar>
    </>
  );
}

/** Sections of a form; on a wide screen the second column stands beside the first. */
export function FormColumns({ children }: { children: ReactNode }): ReactNode {
  return (
    <div className="stack gap-6 md:grid md:items-start md:gap-5 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-10">
      {children}
    </div>
  );
}

/** Sections below each other at every width. */
export const FormColumn = ({ children }: { children: ReactNode }): ReactNode => (
  <div className="stack gap-6 md:gap-5">{children}</div>
);

/**
 * Group of fields; a card on a wide screen.
 * @param isTitleHidden whether a phone hides its title, because a similar one stands beside it
 */
export function FormSection({
  title,
  isTitleHidden = false,
  children,
}: {
  title?: string;
  isTitleHidden?: boolean;
  children: ReactNode;
}): ReactNode {
  return (
    <div className="stack min-w-0 gap-3 md:gap-4 md:rounded-card md:bg-surface md:p-5 md:shadow-card">
      {title && <h2 className={classes('t3', isTitleHidden && 'max-md:sr-only')}>{title}</h2>}
      {children}
    </div>
  );
}
