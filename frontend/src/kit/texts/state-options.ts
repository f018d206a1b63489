import { type StateCode, stateCodes, states } from '#domain/quotations/states.values.js';
import { i18n, translated } from '../../words/i18n.js';

interface StateOption {
  readonly value: StateCode;
  readonly label: string;
  /** English name in other languages, so that a search finds the state by both. */
  readonly meta?: string;
}

/** States and union territories to choose from, by name. */
export function stateOptions(): readonly StateOption[] {
  const options = stateCodes.map((value): StateOption => {
    const label = translated(states[value]);
    return label === states[value] ? { value, label } : { value, label, meta: states[value] };
  });
  return options.toSorted((one, other) => one.label.localeCompare(other.label, i18n.locale));
}
