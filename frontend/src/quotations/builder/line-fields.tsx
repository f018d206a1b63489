import { t } from '@lingui/core/macro';
import { ArrowDown, ArrowUp, Copy, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { gstRatesOn } from '#domain/quotations/gst-rates.js';
import { quotationUnits } from '#domain/quotations/quotation.values.js';
import { Button, IconButton } from '../../ui/buttons/button.js';
import { exactPercent } from '../../ui/display/format.js';
import { Checkbox } from '../../ui/inputs/choice.js';
import { Field } from '../../ui/inputs/field.js';
import { Input, Select, TextArea } from '../../ui/inputs/input.js';
import { Stepper } from '../../ui/inputs/stepper.js';
import { fieldName } from '../../kit/texts/field-names.js';
import type { LineEditorProps } from './line-props.js';
import {
  type DiscountRange,
  hasTooFewDigits,
  nextDiscount,
  type TypedLine,
  withServices,
} from './typed-lines.js';
import { unitName } from '../../kit/texts/unit-names.js';

export interface LineFieldsProps extends LineEditorProps {
  name: string;
  errors: Readonly<Record<string, string>>;
  range: DiscountRange | undefined;
}

/**
 * All fields of a line. On a wide screen some of them are in the table row instead.
 * @param hasDiscount whether the discount is among them, and not shown above
 */
export function LineFields({
  hasDiscount,
  ...props
}: LineFieldsProps & { hasDiscount: boolean }): ReactNode {
  const { line, errors, isTaxed, isPhone, actions } = props;
  const change = (changes: Partial<TypedLine>): void =>
    actions.change(line.lineId, (latest) => ({ ...latest, ...changes }));
  return (
    <>
      {isPhone && (
        <Field label={t`Item`} error={errors['name']}>
          <Input
            value={line.name}
            autoComplete="off"
            onChange={({ target }) => change({ name: target.value })}
          />
        </Field>
      )}
      <div className="two">
        {isPhone && (
          <Field label={t`Price (₹)`} error={errors['unitPricePaise']}>
            <Input
              value={line.unitPricePaise}
              inputMode="decimal"
              autoComplete="off"
              className="num text-right"
              onChange={({ target }) => change({ unitPricePaise: target.value })}
            />
          </Field>
        )}
        <Field label={fieldName('unit')}>
          <Select
            options={quotationUnits.map((value) => ({ value, label: unitName(value) }))}
            value={line.unit}
            onChange={({ target }) => change({ unit: target.value as TypedLine['unit'] })}
          />
        </Field>
        {!isPhone && <Hsn {...props} />}
      </div>
      {hasDiscount && <Discount {...props} />}
      <div className="two">
        {isPhone && <Hsn {...props} />}
        {isTaxed && <Rates {...props} />}
      </div>
      <Field label={fieldName('description')} optional error={errors['description']}>
        <TextArea
          rows={2}
          value={line.description}
          onChange={({ target }) => change({ description: target.value })}
        />
      </Field>
      {isTaxed && (
        <Checkbox
          label={t`Goods and services in one price, taxed 70 : 30`}
          checked={line.servicesGstRateBasisPoints !== ''}
          onChecked={(hasServices) =>
            actions.change(line.lineId, (latest) => withServices(latest, hasServices))
          }
        />
      )}
      <Checkbox
        label={t`Optional: the customer may choose it`}
        checked={line.optional}
        onChecked={(optional) => change({ optional })}
      />
      {!isPhone && <Actions {...props} />}
    </>
  );
}

const Hsn = ({ line, errors, isTaxed, hsnDigits, actions }: LineFieldsProps): ReactNode => (
  <Field
    label={fieldName('hsn')}
    optional
    error={errors['hsn']}
    hint={
      isTaxed && hasTooFewDigits(line, hsnDigits) && t`Your quotations print ${hsnDigits} digits`
    }
  >
    <Input
      value={line.hsn}
      inputMode="numeric"
      autoComplete="off"
      className="num"
      onChange={({ target }) =>
        actions.change(line.lineId, (latest) => ({ ...latest, hsn: target.value }))
      }
    />
  </Field>
);

/** Discount in steps of half a percent, within the range of the product. */
export function Discount({ line, errors, range, isAdmin, actions }: LineFieldsProps): ReactNode {
  const stepBy = (steps: -1 | 1) => (): void =>
    actions.change(line.lineId, (latest) =>
      nextDiscount(latest, steps, isAdmin ? undefined : range),
    );
  const rangeText = ({ min, max }: DiscountRange): string =>
    t`This product: ${exactPercent(min)} to ${exactPercent(max)}`;
  return (
    <Field
      label={t`Discount (%)`}
      error={errors['discountBasisPoints']}
      hint={range && rangeText(range)}
    >
      <Stepper
        lessLabel={t`Less discount`}
        moreLabel={t`More discount`}
        onLess={stepBy(-1)}
        onMore={stepBy(1)}
        className="w-16"
        inputMode="decimal"
        value={line.discountBasisPoints}
        onChange={({ target }) =>
          actions.change(line.lineId, (latest) => ({
            ...latest,
            discountBasisPoints: target.value,
          }))
        }
      />
    </Field>
  );
}

function Rates({ line, today, errors, actions }: LineFieldsProps): ReactNode {
  const validRates = gstRatesOn(today, line.hsn).map(String);
  const optionsWith = (chosen: string) =>
    (validRates.includes(chosen) ? validRates : [...validRates, chosen]).map((value) => ({
      value,
      label: value === '' ? t`Choose a rate` : exactPercent(Number(value)),
    }));
  const { gstRateBasisPoints: goods, servicesGstRateBasisPoints: services } = line;
  return (
    <>
      <Field
        label={services === '' ? fieldName('gstRateBasisPoints') : t`GST on goods (70%)`}
        error={errors['gstRateBasisPoints']}
      >
        <Select
          options={optionsWith(goods)}
          value={goods}
          onChange={({ target }) =>
            actions.change(line.lineId, (latest) => ({
              ...latest,
              gstRateBasisPoints: target.value,
            }))
          }
        />
      </Field>
      {services !== '' && (
        <Field label={t`GST on services (30%)`} error={errors['servicesGstRateBasisPoints']}>
          <Select
            options={optionsWith(services)}
            value={services}
            onChange={({ target }) =>
              actions.change(line.lineId, (latest) => ({
                ...latest,
                servicesGstRateBasisPoints: target.value,
              }))
            }
          />
        </Field>
      )}
    </>
  );
}

/** Buttons that move, duplicate and remove a line; a phone has them in the line's menu. */
const Actions = ({
  line: { lineId },
  number,
  isLast,
  name,
  actions,
}: LineFieldsProps): ReactNode => (
  <div className="row wrap gap-1">
    <IconButton
      icon={ArrowUp}
      label={t`Move ${name} up`}
      disabled={number === 1}
      onClick={() => actions.moveBy(lineId, -1)}
    />
    <IconButton
      icon={ArrowDown}
      label={t`Move ${name} down`}
      disabled={isLast}
      onClick={() => actions.moveBy(lineId, 1)}
    />
    <Button kind="ghost" icon={Copy} onClick={() => actions.duplicate(lineId)}>
      {t`Duplicate`}
    </Button>
    <Button kind="ghost" icon={Trash2} onClick={() => actions.remove(lineId)}>
      {t`Remove`}
    </Button>
  </div>
);
