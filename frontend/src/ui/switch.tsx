import { Switch as Base } from '@base-ui/react/switch';
import { useId, type ReactNode } from 'react';
import './switch.css';

interface SwitchProps {
  label: string;
  /** What it means when it is on. */
  hint?: ReactNode;
  checked: boolean;
  onChecked: (checked: boolean) => void;
  disabled?: boolean;
}

/** On or off, at once: nothing has to be saved. */
export function Switch({ label, hint, checked, onChecked, disabled }: SwitchProps): ReactNode {
  const id = useId();
  return (
    <div className="switch-row">
      <label className="grow" htmlFor={id}>
        <span className="label font-medium block">{label}</span>
        {hint && (
          <span className="meta block" id={`${id}-hint`}>
            {hint}
          </span>
        )}
      </label>
      <Base.Root
        id={id}
        className="switch"
        aria-describedby={hint ? `${id}-hint` : undefined}
        checked={checked}
        onCheckedChange={onChecked}
        disabled={disabled}
      >
        <Base.Thumb className="switch-thumb" />
      </Base.Root>
    </div>
  );
}
