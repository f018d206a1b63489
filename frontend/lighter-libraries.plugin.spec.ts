import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { parsePhoneNumberWithError, type MetadataJson } from 'libphonenumber-js/core';
import examples from 'libphonenumber-js/examples.mobile.json' with { type: 'json' };
import whole from 'libphonenumber-js/metadata.min';
import { lighterLibraries, withoutFormats } from './lighter-libraries.plugin.ts';

const light = JSON.parse(
  withoutFormats(`export default ${JSON.stringify(whole)}`).replace('export default ', ''),
) as MetadataJson;

/** Result of reading a number: E.164, or the reason why it is invalid. */
function read(typed: string, metadata: MetadataJson): string {
  try {
    const number = parsePhoneNumberWithError(
      typed,
      { defaultCountry: 'IN', extract: false },
      metadata,
    );
    return [number.number, number.isValid(), number.countryCallingCode, number.nationalNumber].join(
      ' ',
    );
  } catch (error) {
    return String(error);
  }
}

test('parses numbers of every country as with the full metadata', () => {
  const typedNumbers = Object.entries(whole.countries).flatMap(([country, [code]]) => {
    const example = examples[country as keyof typeof examples] ?? '555555';
    return [
      `+${code}${example}`,
      `00${code}${example}`,
      example,
      `0${example}`,
      `+${code}0${example}`,
      `+${code}${example}1`,
      `+${code}${example.slice(1)}`,
      `+${code}${example.slice(0, -1)}`,
    ];
  });
  expect(typedNumbers.length).toBeGreaterThan(1_500);
  expect(typedNumbers.map((number) => read(number, light))).toEqual(
    typedNumbers.map((number) => read(number, whole)),
  );
});

test('shrinks the metadata by almost half', () => {
  expect(JSON.stringify(light).length).toBeLessThan(JSON.stringify(whole).length * 0.6);
});

/** Library file after the plugin. */
function readLightened(file: string): string {
  const { transform } = lighterLibraries() as unknown as {
    transform: { handler: (code: string, id: string) => { code: string } | null };
  };
  const path = `node_modules/${file}`;
  return transform.handler(readFileSync(path, 'utf8'), path)!.code;
}
const namesIn = (exported: string): readonly string[] =>
  exported.split(',').map((name) => name.trim());

test('removes the parts of the router that only loaders need', () => {
  const folder = 'react-router/dist/production';
  const files = readdirSync(`node_modules/${folder}`).filter((file) => file.endsWith('.mjs'));
  const code = files
    .map((file) => readLightened(`${folder}/${file}`))
    .find((each) => each.includes('function _renderMatches('))!;
  for (const replacement of [
    'const dataRouterState = undefined;',
    'return false && (',
    'let matches = false && ',
    'return useNavigateUnstable();',
  ])
    expect(code).toContain(replacement);
});

test('the replacement of infinite queries exports all of their names', () => {
  const file = '@tanstack/query-core/build/modern/infiniteQueryBehavior.js';
  const [, names = ''] =
    /export \{([^}]*)\}/.exec(readFileSync(`node_modules/${file}`, 'utf8')) ?? [];
  expect(namesIn(names).every((name) => readLightened(file).includes(`${name} = undefined`))).toBe(
    true,
  );
});

test.each(['building-complex', 'arrow-up', 'phone'])(
  'keeps only the drawing of the icon %s',
  (icon) => {
    const drawing = readLightened(`lucide-react/dist/esm/icons/${icon}.mjs`);
    expect(drawing).toMatch(/const __iconData = \{\s*node: \[/);
    expect(drawing).not.toMatch(/key:|aliases|name:|^__iconData\.node/m);
  },
);
