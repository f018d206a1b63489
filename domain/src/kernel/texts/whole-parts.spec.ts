import { expect, test } from '@jest/globals';
import { wholeParts } from './whole-parts.js';

test.each([
  ['Hybrid inverter, 5 kW, with battery', ['Hybrid inverter, ', '5 kW', ', with battery']],
  ['Mono PERC half-cut panel, 540 W', ['Mono PERC ', 'half-cut', ' panel, ', '540 W', '']],
  ['Structure, 8 ft', ['Structure, ', '8 ft', '']],
  ['3 phases', ['3 phases']],
  ['one-two-three', ['one-', 'two-three', '']],
  ['Cable', ['Cable']],
  ['केबल, 4 मीटर', ['केबल, ', '4 मीटर', '']],
  ['इन्वर्टर, 5 किलोवाट', ['इन्वर्टर, ', '5 किलोवाट', '']],
  ['5 किलोमीटर', ['5 किलोमीटर']],
  ['हाफ-किट पैनल', ['', 'हाफ-किट', ' पैनल']],
])('%s keeps short units and hyphens together', (name, parts) =>
  expect(wholeParts(name)).toEqual(parts),
);
