import { t } from '@lingui/core/macro';
import { CalendarDays } from 'lucide-react';
import {
  type ComponentProps,
  type ReactNode,
  type Ref,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { dayAfter } from '#domain/kernel/values/days.js';
import { hasTouch, useIsPhone } from '../../browser/media.js';
import { Button, IconButton } from '../buttons/button.js';
import { classes } from '../classes.js';
import { useToday } from '../display/figures.js';
import { weekdayText } from '../display/format.js';
import { Chip } from '../inputs/choice.js';
import { Input } from '../inputs/input.js';
import { lazyPart } from '../loading/code.js';
import { LazyMount } from '../loading/lazy-mount.js';
import { Dialog } from '../overlays/dialog.js';
import { Popover } from '../overlays/popover.js';
import { isDay, readDay, typedText, weekdayOf } from './calendar-days.js';

const Calendar = lazyPart(() => import('./calendar.js'));

/** Control as a form sees it: `value` is a day, `YYYY-MM-DD`, or typed text that is none. */
interface DayControl {
  readonly type: 'text';
  readonly name: string | undefined;
  get value(): string;
  /** A form without the field's value sets none. */
  set value(next: string | undefined);
  readonly focus: () => void;
}

type DateFieldProps = Omit<ComponentProps<'input'>, 'value' | 'min' | 'max' | 'type'> & {
  value?: string;
  /** First and last day that may be chosen. Forms check them too. */
  min?: string | undefined;
  max?: string | undefined;
  /** Shows usual days below the field, each chosen by one press. */
  hasChips?: boolean;
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
  onChange,
  onBlur,
  ref,
  className,
  ...rest
}: DateFieldProps): ReactNode {
  const today = useToday();
  const [day, setDay] = useState(value ?? '');
  /** Text of the field while it has the focus. */
  const [typed, setTyped] = useState<string>();
  const [open, setOpen] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const latest = useRef(day);
  const put = (next: string): void => {
    latest.current = next;
    setDay(next);
  };
  const control = useRef<DayControl>({
    type: 'text',
    name,
    get value(): string {
      return latest.current;
    },
    set value(next: string | undefined) {
      if (next === latest.current) return;
      put(next ?? '');
      setTyped(undefined);
    },
    focus: () => input.current?.focus(),
  });
  useImperativeHandle(ref as Ref<DayControl>, () => control.current);
  useEffect(() => {
    if (value !== undefined) control.current.value = value;
  }, [value]);
  const isTyping = typed !== undefined;
  useLayoutEffect(() => {
    if (isTyping) input.current?.select();
  }, [isTyping]);
  const tell = (type: 'change' | 'blur', handler: typeof onChange | typeof onBlur): void =>
    handler?.({ type, target: control.current, currentTarget: control.current } as never);
  const change = (next: string): void => {
    put(next);
    tell('change', onChange);
  };
  const choose = (next: string): void => {
    setTyped(undefined);
    setOpen(false);
    change(next);
  };
  const chips = (
    <div className="flex flex-wrap gap-2" role="group" aria-label={t`Usual days`}>
      {usualDays(today, min, max).map((usual) => (
        <Chip
          key={usual.text}
          className="max-md:min-h-11"
          aria-pressed={day === usual.day}
          on={day === usual.day}
          onClick={() => choose(day === usual.day ? '' : usual.day)}
        >
          {usual.text}
        </Chip>
      ))}
    </div>
  );
  return (
    <div className="stack gap-2">
      <div className="relative flex">
        <Input
          placeholder={t`dd/mm/yyyy`}
          autoComplete="off"
          inputMode={hasTouch() ? 'none' : 'numeric'}
          {...rest}
          name={name}
          ref={input}
          className={classes('num pr-12', className)}
          value={typed ?? (isDay(day) ? weekdayText(day, today) : day)}
          onFocus={() => setTyped(isDay(day) ? typedText(day) : day)}
          onClick={() => hasTouch() && setOpen(true)}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown') return;
            event.preventDefault();
            setOpen(true);
          }}
          onChange={({ target }) => {
            setTyped(target.value);
            change(readDay(target.value) ?? target.value);
          }}
          onBlur={() => {
            const read = readDay(typed ?? '', today);
            setTyped(undefined);
            if (read !== undefined && read !== day) change(read);
            tell('blur', onBlur);
          }}
        />
        <IconButton
          ref={opener}
          icon={CalendarDays}
          label={t`Open calendar`}
          aria-haspopup="dialog"
          aria-expanded={open}
          className="absolute inset-y-0 right-0 my-auto"
          disabled={rest.disabled}
          onClick={() => setOpen(!open)}
        />
      </div>
      {hasChips && chips}
      <LazyMount when={open}>
        <Panel open={open} onClose={() => setOpen(false)} anchor={opener}>
          <div className="stack gap-3 md:p-3">
            {!hasChips && chips}
            <LazyMount when={open} placeholder={<div className="h-80" />}>
              <Calendar
                {...{ today, min, max }}
                day={isDay(day) ? day : undefined}
                onDay={choose}
              />
            </LazyMount>
            {day !== '' && (
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

/** Sheet on a phone, panel below the field on a wide screen. */
function Panel({
  open,
  onClose,
  anchor,
  children,
}: Omit<ComponentProps<typeof Popover>, 'label' | 'align'>): ReactNode {
  const isPhone = useIsPhone();
  const title = t`Choose a day`;
  return isPhone ? (
    <Dialog open={open} onClose={onClose} title={title} closeButton>
      {children}
    </Dialog>
  ) : (
    <Popover label={title} open={open} onClose={onClose} anchor={anchor}>
      {children}
    </Popover>
  );
}

const MONDAY = 1;

/** Days that are chosen most: the last ones where no later one is allowed, else the next ones. */
function usualDays(today: string, min: string | undefined, max: string | undefined) {
  const isPast = max !== undefined && max <= today;
  const days = isPast
    ? [
        { day: today, text: t`Today` },
        { day: dayAfter(today, -1), text: t`Yesterday` },
      ]
    : [
        { day: today, text: t`Today` },
        { day: dayAfter(today, 1), text: t`Tomorrow` },
        { day: dayAfter(today, 3), text: t`In 3 days` },
        { day: dayAfter(today, ((MONDAY - weekdayOf(today) + 6) % 7) + 1), text: t`Monday` },
        { day: dayAfter(today, 14), text: t`In 2 weeks` },
      ];
  return days.filter(
    ({ day }, index) =>
      days.findIndex((other) => other.day === day) === index &&
      (min === undefined || day >= min) &&
      (max === undefined || day <= max),
  );
}
