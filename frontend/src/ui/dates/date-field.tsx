import { t } from '@lingui/core/macro';
import { CalendarDays } from 'lucide-react';
import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { dayAfter, isDay } from '#domain/kernel/values/days.js';
import { hasTouch, useIsPhone } from '../../browser/media.js';
import { Button, IconButton } from '../buttons/button.js';
import { classes } from '../classes.js';
import { useToday } from '../display/figures.js';
import { weekdayText } from '../display/format.js';
import { Icon } from '../display/icon.js';
import { columnsClasses, ToggleChip } from '../inputs/choice.js';
import { useControlAttributes, useIsOptional, useLabelId } from '../inputs/field.js';
import { Input } from '../inputs/input.js';
import { lazyPart } from '../loading/code.js';
import { LazyMount } from '../loading/lazy-mount.js';
import { Dialog } from '../overlays/dialog.js';
import { Popover } from '../overlays/popover.js';
import { completeDay, isWithin, readDay, typedText, weekdayOf } from './calendar-days.js';

const Calendar = lazyPart(() => import('./calendar.js'));

/**
 * Control as a form sees it: `value` is a day (`YYYY-MM-DD`), or the typed text if that is not a
 * day.
 */
interface DayControl {
  readonly type: 'text';
  readonly name: string | undefined;
  get value(): string;
  /** Undefined where the form has no value for the field. */
  set value(next: string | undefined);
  readonly focus: () => void;
}

type DateFieldProps = Omit<ComponentProps<'input'>, 'value' | 'min' | 'max' | 'type'> & {
  value?: string;
  /** First and last day that may be chosen. Forms check them too. */
  min?: string | undefined;
  max?: string | undefined;
  /** Shows chips for usual days. The text field opens for any other day. */
  hasChips?: boolean;
  /** Day that is planned already, and stays while the field is empty. */
  planned?: string | undefined;
  /** Whether a press can empty the field; default is whether its Field is optional. */
  isClearable?: boolean;
};

/**
 * Day, typed in the order day, month, year, or chosen in a calendar. A finger opens the calendar
 * instead of a keyboard. Takes the props of react-hook-form's `register`.
 */
export function DateField({
  value,
  name,
  min,
  max,
  hasChips = false,
  planned,
  isClearable: clearable,
  onChange,
  onBlur,
  ref,
  className,
  ...rest
}: DateFieldProps): ReactNode {
  const today = useToday();
  const isOptional = useIsOptional();
  const isClearable = clearable ?? isOptional;
  const labelId = useLabelId();
  const { id, 'aria-describedby': describedBy, 'aria-invalid': isInvalid } = useControlAttributes();
  /** Text of the field while it has the focus. */
  const [focusedText, setFocusedText] = useState<string>();
  const [open, setOpen] = useState(false);
  /** Set while the text field is open for a day without a chip. */
  const [isOther, setOther] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const group = useRef<HTMLDivElement>(null);
  const { day, storeDay, control } = useDayControl(
    { value, name, ref },
    {
      onSetByForm: () => {
        setFocusedText(undefined);
        setOther(false);
      },
      onFocus: () => (input.current ?? group.current?.querySelector('button'))?.focus(),
    },
  );
  const isTyping = focusedText !== undefined;
  useLayoutEffect(() => {
    if (isTyping) input.current?.select();
  }, [isTyping]);
  const notifyForm = (type: 'change' | 'blur', handler: typeof onChange | typeof onBlur): void =>
    handler?.({ type, target: control, currentTarget: control } as never);
  const change = (next: string): void => {
    storeDay(next);
    notifyForm('change', onChange);
  };
  /** Completes the typed text, for example with the year. */
  const complete = (): string | undefined => {
    const completedDay = completeDay(focusedText ?? '', { today, min, max });
    if (completedDay !== undefined && completedDay !== day) change(completedDay);
    return completedDay;
  };
  const choose = (next: string): void => {
    setFocusedText(undefined);
    setOpen(false);
    change(next);
  };
  const usualDays = withPlannedDay(usualDaysOf(today, min, max), planned, today);
  const isUsual = day === '' || usualDays.some((usual) => usual.day === day);
  const hasField = !hasChips || isOther || isTyping || !isUsual;
  const toggleOtherDate = (): void => {
    const isFixed = !isUsual && !isClearable;
    if (isFixed) {
      if (hasTouch()) setOpen(true);
      else input.current?.focus();
      return;
    }
    if (!isUsual) choose('');
    setOther(!hasField);
    setOpen(!hasField && hasTouch());
  };
  const handleKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') {
      // completes the day before Enter submits the form
      const completedDay = complete();
      if (completedDay !== undefined) setFocusedText(typedText(completedDay));
    }
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    setOpen(true);
  };
  const chips = (
    <div
      ref={group}
      className={classes(
        'flex flex-wrap gap-2',
        hasChips && columnsClasses[planned === undefined ? 3 : 2],
        // the planned day has a row of its own on a phone
        planned !== undefined && 'max-md:*:first:col-span-full',
      )}
      role="group"
      {...(hasField
        ? { 'aria-label': t`Usual days` }
        : { id, 'aria-labelledby': labelId, 'aria-describedby': describedBy })}
    >
      {usualDays.map((usual, index) => {
        const isOn = day === usual.day && !(hasChips && isOther);
        return (
          <ToggleChip
            key={usual.text}
            // while the text field is closed, focusing an error focuses the first chip
            {...(index === 0 && !hasField && { name, 'aria-invalid': isInvalid })}
            on={isOn}
            disabled={rest.disabled}
            onClick={() => {
              setOther(false);
              choose(isOn && isClearable ? '' : usual.day);
            }}
          >
            {usual.text}
          </ToggleChip>
        );
      })}
      {hasChips && (
        <ToggleChip aria-expanded={hasField} disabled={rest.disabled} onClick={toggleOtherDate}>
          {planned !== undefined && <Icon icon={CalendarDays} size="s" />}
          <span>{t`Other date`}</span>
        </ToggleChip>
      )}
    </div>
  );
  return (
    <div className="relative stack gap-2">
      {hasChips && chips}
      {/* beside the label, so that a press moves no other field */}
      {hasChips && !hasField && isDay(day) && (
        <p className="meta num absolute right-0 bottom-full mb-1.5">{weekdayText(day, today)}</p>
      )}
      {hasField && (
        <div className="relative flex">
          <Input
            placeholder={t`dd/mm/yyyy`}
            autoComplete="off"
            inputMode={hasTouch() ? 'none' : 'numeric'}
            aria-haspopup={hasTouch() ? 'dialog' : undefined}
            {...rest}
            name={name}
            ref={input}
            className={classes('num pr-12', className)}
            value={focusedText ?? (isDay(day) ? weekdayText(day, today) : day)}
            autoFocus={isOther && !hasTouch()}
            onFocus={() => {
              setOther(true);
              setFocusedText(isDay(day) ? typedText(day) : day);
            }}
            onClick={() => hasTouch() && setOpen(true)}
            onKeyDown={handleKeyDown}
            onChange={({ target }) => {
              setFocusedText(target.value);
              change(readDay(target.value) ?? target.value);
            }}
            onBlur={() => {
              complete();
              setFocusedText(undefined);
              notifyForm('blur', onBlur);
            }}
          />
          <IconButton
            ref={opener}
            icon={CalendarDays}
            label={t`Open calendar`}
            aria-haspopup="dialog"
            aria-describedby={labelId}
            aria-expanded={open}
            className="absolute inset-y-0 right-0 my-auto"
            disabled={rest.disabled}
            onClick={() => {
              setOther(true);
              setOpen(!open);
            }}
          />
        </div>
      )}
      <LazyMount when={open}>
        <Panel open={open} onClose={() => setOpen(false)} anchor={opener}>
          <div className="stack gap-3 md:p-3">
            {!hasChips && chips}
            <LazyMount when={open} placeholder={<div className="h-80" />}>
              <Calendar
                today={today}
                min={min}
                max={max}
                day={isDay(day) ? day : undefined}
                onDay={choose}
              />
            </LazyMount>
            {isClearable && day !== '' && (
              <Button kind="ghost" className="self-start" onClick={() => choose('')}>
                {t`Clear`}
              </Button>
            )}
          </div>
        </Panel>
      </LazyMount>
    </div>
  );
}

/**
 * Day of the field, and the control through which a form reads and sets it.
 * @param onSetByForm called after the form has set another day
 * @param onFocus focuses the field for the form
 */
function useDayControl(
  { value, name, ref }: Pick<DateFieldProps, 'value' | 'name' | 'ref'>,
  { onSetByForm, onFocus }: { readonly onSetByForm: () => void; readonly onFocus: () => void },
): {
  readonly day: string;
  readonly storeDay: (next: string) => void;
  readonly control: DayControl;
} {
  const [day, setDay] = useState(value ?? '');
  const latestDay = useRef(day);
  const storeDay = (next: string): void => {
    latestDay.current = next;
    setDay(next);
  };
  const control = useRef<DayControl>({
    type: 'text',
    name,
    get value(): string {
      return latestDay.current;
    },
    set value(next: string | undefined) {
      if (next === latestDay.current) return;
      storeDay(next ?? '');
      onSetByForm();
    },
    focus: onFocus,
  });
  useImperativeHandle(ref as Ref<DayControl>, () => control.current);
  useEffect(() => {
    if (value !== undefined) control.current.value = value;
  }, [value]);
  return { day, storeDay, control: control.current };
}

/** Sheet on a phone, panel below the field on a wide screen. */
function Panel({
  open,
  onClose,
  anchor,
  children,
}: Omit<ComponentProps<typeof Popover>, 'label' | 'align'>): ReactNode {
  const isPhone = useIsPhone();
  const title = t`Choose a day`;
  const content = useRef<HTMLDivElement>(null);
  // the calendar focuses its day itself, once its code has loaded
  const initialFocus = (): HTMLElement | false =>
    content.current?.querySelector<HTMLElement>('[role="grid"] [tabindex="0"]') ?? false;
  const measuredContent = <div ref={content}>{children}</div>;
  return isPhone ? (
    <Dialog open={open} onClose={onClose} title={title} initialFocus={initialFocus} closeButton>
      {measuredContent}
    </Dialog>
  ) : (
    <Popover
      label={title}
      open={open}
      onClose={onClose}
      anchor={anchor}
      initialFocus={initialFocus}
    >
      {measuredContent}
    </Popover>
  );
}

const MONDAY = 1;
const DAYS_OF_WEEK = 7;
/** Days to the next Monday, 1 to 7. */
const daysToMonday = (today: string): number =>
  ((MONDAY - weekdayOf(today) + DAYS_OF_WEEK - 1) % DAYS_OF_WEEK) + 1;

interface UsualDay {
  /** Empty for the planned day: nothing else is planned. */
  readonly day: string;
  readonly text: string;
}

/** Days beside the planned one, so that they and “Other date” fill two rows of two. */
const DAYS_BESIDE_PLANNED = 3;

/** Days with the planned one first. */
const withPlannedDay = (
  days: readonly UsualDay[],
  planned: string | undefined,
  today: string,
): readonly UsualDay[] =>
  planned === undefined
    ? days
    : [
        { day: '', text: t`${weekdayText(planned, today)} · as planned` },
        ...days.filter(({ day }) => day !== planned).slice(0, DAYS_BESIDE_PLANNED),
      ];

/** Usual days to choose: today and yesterday if later days are not allowed, else the next days. */
function usualDaysOf(
  today: string,
  min: string | undefined,
  max: string | undefined,
): readonly UsualDay[] {
  const isPast = max !== undefined && max <= today;
  const mondayIn = daysToMonday(today);
  const isMondayListed = mondayIn === 1 || mondayIn === 3;
  const days = isPast
    ? [
        { day: today, text: t`Today` },
        { day: dayAfter(today, -1), text: t`Yesterday` },
      ]
    : [
        { day: today, text: t`Today` },
        { day: dayAfter(today, 1), text: t`Tomorrow` },
        { day: dayAfter(today, 3), text: t`In 3 days` },
        // six chips on every weekday, so that their rows are full
        isMondayListed
          ? { day: dayAfter(today, 7), text: t`In 1 week` }
          : { day: dayAfter(today, mondayIn), text: t`Monday` },
        { day: dayAfter(today, 14), text: t`In 2 weeks` },
      ];
  return days.filter(({ day }) => isWithin(day, min, max));
}
