import { Switch as Base } from '@base-ui/react/switch';
import { useId, type ReactNode } from 'react';

interface SwitchProps {
  label: string;
  /** Tells what the switch does while it is on. */
  hint?: ReactNode;
  checked: boolean;
  onChecked: (checked: boolean) => void;
  disabled?: boolean;
}

/** Switch with an immediate effect. */
export function Switch({ label, hint, checked, onChecked, disabled }: SwitchProps): ReactNode {
  const id = useId();
  return (
    <div className="flex min-h-tap items-center gap-4">
      <label className="grow cursor-pointer" htmlFor={id}>
        <span className="label font-medium block">{label}</span>
        {hint && (
          <span className="meta block" id={`${id}-hint`}>
            {hint}
          </span>
        )}
      </label>
      <Base.Root
        id={id}
        className="h-6.5 w-11 flex-none rounded-full bg-line-strong p-0.75 data-checked:bg-accent data-disabled:bg-line"
        aria-describedby={hint ? `${id}-hint` : undefined}
        checked={checked}
        onCheckedChange={onChecked}
        disabled={disabled}
      >
        <Base.Thumb className="block size-5 rounded-full bg-surface transition-transform duration-(--ft-fast) ease-out data-checked:translate-x-4.5" />
      </Base.Root>
    </div>
  );
}
