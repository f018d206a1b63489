import { t } from '@lingui/core/macro';
import { X } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { withPlainDigits } from '#domain/kernel/texts/text-folding.js';
import { IconButton } from '../buttons/button.js';
import { FieldError } from './field.js';
import { Stepper } from './stepper.js';

/** Count of items; typed text that is no whole number stays text. */
export type Quantity = number | string;

interface QuantityFieldProps {
  /** Noun of the counted items. */
  name: string;
  quantity: Quantity;
  /** Error text, shown after blur. */
  error: string | undefined;
  onQuantity: (quantity: Quantity) => void;
  /** Called with the previous count when the item is removed: by a button, or by a typed zero. */
  onNone: (quantityBefore: Quantity) => void;
}

/** Whole number in the digits of any script; other text stays. */
function readQuantity(typed: string): Quantity {
  const plain = withPlainDigits(typed.trim());
  return /^\d+$/.test(plain) ? Number(plain) : typed;
}

/** Number input with buttons for plus and minus one. A typed zero counts on blur. */
export function QuantityField({
  name,
  quantity,
  error,
  onQuantity,
  onNone,
}: QuantityFieldProps): ReactNode {
  /** Quantity before typing; undefined while nobody types. */
  const [quantityBefore, setQuantityBefore] = useState<Quantity>();
  const id = useId();
  const shownError = quantityBefore === undefined ? error : undefined;
  const applyTypedCount = (): void => {
    setQuantityBefore(undefined);
    if (quantity !== '' && Number(quantity) <= 0) onNone(quantityBefore ?? quantity);
  };
  return (
    <div className="stack gap-1">
      <div className="row gap-0">
        <Stepper
          lessLabel={t`One ${name} less`}
          moreLabel={t`One ${name} more`}
          isFixed={shownError !== undefined}
          onLess={() =>
            Number(quantity) > 1 ? onQuantity(Number(quantity) - 1) : onNone(quantity)
          }
          onMore={() => onQuantity(Number(quantity) + 1)}
          className="w-16"
          aria-label={t`Quantity of ${name}`}
          aria-invalid={shownError !== undefined || undefined}
          aria-describedby={shownError && id}
          inputMode="numeric"
          value={quantity}
          onFocus={() => setQuantityBefore(quantity)}
          onBlur={applyTypedCount}
          onChange={({ target: { value } }) => onQuantity(readQuantity(value))}
        />
        <IconButton icon={X} label={t`Remove ${name}`} onClick={() => onNone(quantity)} />
      </div>
      {shownError && <FieldError id={id}>{shownError}</FieldError>}
    </div>
  );
}
