import { Menu as Base } from '@base-ui/react/menu';
import { Check } from 'lucide-react';
import { useState, type ReactElement, type ReactNode } from 'react';
import { classes } from '../classes.js';
import { Icon, type IconType } from '../display/icon.js';
import { Link } from '../buttons/link.js';
import { menuClass, optionClass } from './option.js';
import { useCloseOnBack } from './overlay-history.js';

export type MenuEntry =
  | {
      kind?: undefined;
      label: string;
      icon?: IconType;
      danger?: boolean;
      disabled?: boolean;
      onSelect: () => void;
    }
  | { kind: 'link'; label: string; icon?: IconType; to: string }
  /** Choice with a tick at the current value. */
  | {
      kind: 'choice';
      label: string;
      value: string;
      options: readonly { value: string; label: string; icon?: IconType }[];
      onValue: (value: string) => void;
    };

interface MenuProps {
  /** Button; receives the menu's attributes. */
  trigger: ReactElement<Record<string, unknown>>;
  entries: readonly MenuEntry[];
  side?: 'top' | 'bottom';
  align?: 'start' | 'center' | 'end';
  /** Opens at once, because the press that loaded it should open it. */
  defaultOpen?: boolean;
}

/** Menu of rare actions. Arrow keys, letters, Esc and Back work. */
export function Menu({
  trigger,
  entries,
  side = 'bottom',
  align = 'end',
  defaultOpen = false,
}: MenuProps): ReactNode {
  const [open, setOpen] = useState(defaultOpen);
  useCloseOnBack(open, () => setOpen(false));
  return (
    <Base.Root open={open} onOpenChange={setOpen}>
      <Base.Trigger render={trigger} />
      {/* inside `main`, because content must be inside landmarks */}
      <Base.Portal container={document.querySelector('main') ?? undefined}>
        <Base.Positioner
          className="z-(--ft-z-dialog)"
          positionMethod="fixed"
          side={side}
          align={align}
          sideOffset={6}
          collisionPadding={8}
        >
          <Base.Popup className={classes(menuClass, 'p-1.25')}>
            {entries.map((entry, index) => (
              <Entry key={index} entry={entry} />
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

const plainClass = classes(optionClass, '[&>.i]:text-ink-2');

function Entry({ entry }: { entry: MenuEntry }): ReactNode {
  switch (entry.kind) {
    case 'link':
      return (
        <Base.LinkItem className={plainClass} render={<Link to={entry.to} />} closeOnClick>
          {entry.icon && <Icon icon={entry.icon} size="s" />}
          <span>{entry.label}</span>
        </Base.LinkItem>
      );
    case 'choice':
      return (
        <Base.Group>
          <Base.GroupLabel className="meta px-2.5 pt-2 pb-1">{entry.label}</Base.GroupLabel>
          <Base.RadioGroup value={entry.value} onValueChange={entry.onValue}>
            {entry.options.map((option) => (
              <Base.RadioItem
                key={option.value}
                value={option.value}
                className={plainClass}
                closeOnClick
              >
                {option.icon && <Icon icon={option.icon} size="s" />}
                <span className="grow">{option.label}</span>
                <Base.RadioItemIndicator>
                  <Icon icon={Check} size="s" />
                </Base.RadioItemIndicator>
              </Base.RadioItem>
            ))}
          </Base.RadioGroup>
        </Base.Group>
      );
    case undefined:
      return (
        <Base.Item
          className={entry.danger ? classes(optionClass, 'text-danger-mark') : plainClass}
          disabled={entry.disabled}
          onClick={entry.onSelect}
        >
          {entry.icon && <Icon icon={entry.icon} size="s" />}
          <span>{entry.label}</span>
        </Base.Item>
      );
  }
}
