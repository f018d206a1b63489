import { expect, test } from '@jest/globals';
import { texts } from './texts.js';

const translate = texts({
  code: '{0} is your Fieldtrace code. It is good for 5 minutes. Do not share it with anyone.',
  unheard: 'Unheard of by {0}',
});

test('a text is shown in its reader’s language with its values', () => {
  expect(translate('en-IN', 'code', '123456')).toBe(
    '123456 is your Fieldtrace code. It is good for 5 minutes. Do not share it with anyone.',
  );
  expect(translate('hi-IN', 'code', '123456')).toBe(
    '123456 आपका Fieldtrace कोड है। यह 5 मिनट तक चलेगा। इसे किसी को न बताएँ।',
  );
});

test('a text without translation is shown in English with unchanged values', () => {
  expect(translate('hi-IN', 'unheard', '{0} $&')).toBe('Unheard of by {0} $&');
});
