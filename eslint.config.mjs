import lingui from 'eslint-plugin-lingui';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';
import { commentSubject } from './test/lint/comment-subject.mjs';
import { constantName } from './test/lint/constant-name.mjs';

/**
 * General rules, those that ask for types, and those of React are oxlint's (.oxlintrc.json), which
 * is native; ours, and those of words, are here.
 */
const code = [
  '{domain,platform,backend,projections,workers,bench}/**/*.ts',
  'test/**/*.ts',
  'frontend/src/**/*.{ts,tsx}',
  'frontend/*.ts',
  'frontend/service-worker/*.ts',
  'frontend/verifier/*.ts',
];
/** Product code: what a person runs. Scripts and tests may print. */
const product = [
  '{domain,platform,backend,projections,workers}/src/**/*.ts',
  'frontend/src/**/*.{ts,tsx}',
  'frontend/*.ts',
  'frontend/service-worker/*.ts',
  'frontend/verifier/*.ts',
];
const specs = ['**/*.{spec,contract,e2e}.{ts,tsx}', '**/testing/**', 'test/**', 'bench/**'];

/**
 * Attributes of which no value is read, but names, kinds and looks; those of HTML and those of our
 * own parts.
 */
const attributesWithoutWords = [
  '[a-z]*[cC]lassName',
  'accept',
  'allow',
  'as',
  'autoCapitalize',
  'encType',
  'method',
  'autoComplete',
  'capture',
  'decoding',
  'enterKeyHint',
  'href',
  'id',
  'inputMode',
  'key',
  'aria-(?!label$|description$|valuetext$).*',
  'data-.*',
  'loading',
  'name',
  'preload',
  'rel',
  'role',
  'scope',
  'src',
  'target',
  'type',
  'd',
  'fill',
  'stroke',
  'strokeLinecap',
  'strokeLinejoin',
  'transform',
  'align',
  'dataKey',
  'layout',
  'position',
  'positionMethod',
  'side',
  'stackId',
  'preserveAspectRatio',
  'vectorEffect',
  'amount',
  'art',
  'isArrived',
  'kind',
  'noun',
  'size',
  'tone',
  'what',
];
/** Texts that begin small in an attribute or between tags, by themselves or as one of two. */
const smallIn = (place) =>
  [
    '',
    'JSXExpressionContainer > ',
    'JSXExpressionContainer > :matches(ConditionalExpression, LogicalExpression) > ',
  ]
    .map((within) => `${place} > ${within}Literal[value=/^[a-z]/]`)
    .join(', ');

/** Safari before 16.4 refuses a whole file for one lookbehind. */
const noLookbehind = {
  selector:
    ':matches(Literal[regex.pattern=/\\(\\?<[=!]/], CallExpression[callee.name=RegExp] > Literal[value=/\\(\\?<[=!]/], NewExpression[callee.name=RegExp] > Literal[value=/\\(\\?<[=!]/])',
  message: 'Browsers read this: Safari has lookbehind from 16.4 on only.',
};

export default defineConfig(
  {
    ignores: [
      'dist/',
      'node_modules/',
      'data/',
      'coverage/',
      'test-results/',
      'frontend/dev-dist/',
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error', noInlineConfig: true } },
  {
    files: code,
    languageOptions: { parser: tseslint.parser },
    plugins: {
      language: { rules: { 'comment-subject': commentSubject, 'constant-name': constantName } },
    },
    rules: {
      'language/comment-subject': 'error',
      'max-len': [
        'error',
        {
          code: 100,
          ignoreStrings: true,
          ignoreTemplateLiterals: true,
          ignoreRegExpLiterals: true,
          ignoreUrls: true,
        },
      ],
      // no comment turns off a rule of oxlint either
      'no-warning-comments': ['error', { terms: ['oxlint-disable'], location: 'anywhere' }],
    },
  },
  {
    files: product,
    ignores: specs,
    rules: {
      'language/constant-name': 'error',
      'no-console': 'error',
      'no-debugger': 'error',
      'no-eval': 'error',
      'no-implied-eval': 'error',
    },
  },
  {
    // Rules are pure: time, chance and the world outside come in as data.
    files: ['domain/src/**/*.ts'],
    ignores: specs,
    rules: {
      'no-restricted-globals': [
        'error',
        'process',
        'fetch',
        'setTimeout',
        'setInterval',
        'crypto',
        'performance',
        'Buffer',
      ],
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now' },
        { object: 'Math', property: 'random' },
      ],
      'no-restricted-syntax': [
        'error',
        {
          selector: "NewExpression[callee.name='Date'][arguments.length=0]",
          message: 'Time comes in as data.',
        },
        noLookbehind,
      ],
    },
  },
  {
    files: specs,
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector:
            'CallExpression[callee.property.name=/^(only|skip|todo|fixme)$/][callee.object.name=/^(test|it|describe)$/]',
          message: 'Every test runs.',
        },
      ],
    },
  },
  {
    files: ['frontend/**/*.{ts,tsx}'],
    ignores: specs,
    rules: {
      'no-restricted-syntax': [
        'error',
        noLookbehind,
        {
          selector: "CallExpression[callee.property.name='localeCompare'][arguments.length=1]",
          message: 'The browser’s language would order it: use domain/src/kernel/order.ts.',
        },
        {
          selector: 'CallExpression[callee.property.name=/^toLocale/][arguments.length=0]',
          message: 'The browser’s language would write it: use frontend/src/ui/display/format.ts.',
        },
      ],
    },
  },
  {
    // Every word of a screen goes through the catalogue: "How to write words" in
    // frontend/src/kit/README.md. A text begins with a capital letter, or stands between tags.
    files: ['frontend/src/**/*.{ts,tsx}'],
    ignores: [...specs, 'frontend/src/app/dev/**'],
    plugins: { lingui },
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      'lingui/t-call-in-function': 'error',
      'no-restricted-imports': [
        'error',
        {
          paths: [
            {
              name: 'react-router-dom',
              importNames: ['Link', 'NavLink'],
              message: 'Links are in ui/buttons/link.tsx: the router’s bring its framework mode.',
            },
            {
              name: 'react',
              importNames: ['memo'],
              message: 'Use `memoized` of words/language.ts: it rerenders in another language.',
            },
            {
              name: '@tanstack/react-query',
              importNames: [
                'useInfiniteQuery',
                'useSuspenseInfiniteQuery',
                'infiniteQueryOptions',
                'InfiniteQueryObserver',
                'usePrefetchInfiniteQuery',
              ],
              message: 'The build leaves out infinite queries (lighter-libraries.plugin.ts).',
            },
          ],
        },
      ],
      'lingui/no-unlocalized-strings': [
        'error',
        {
          useTsTypes: true,
          // a product's name, a value, what is sent
          ignore: [
            '^[^A-Z]',
            '^Fieldtrace$',
            '^All$',
            '^English$',
            '^[A-Z_]+$',
            '^[A-Z]+ /',
            '^INV-',
            '^Asia/',
            '^T00:00:00Z$',
          ],
          ignoreNames: ['d', 'key', 'name', 'className', 'Content-Type'],
          ignoreFunctions: [
            'choiceParam',
            '*Error',
            '*.get',
            '*.set',
            '*.has',
            '*.endsWith',
            '*.includes',
            '*.digest',
            'may',
            'useCommand',
            'useCommandForm',
            'useCommandForEach',
            'sendCommand',
            'sendOrQueue',
            'enqueue',
            'sendOrQueueCommand',
          ],
        },
      ],
      'no-restricted-syntax': [
        'error',
        {
          selector:
            'Literal[value=/(?:^|[\\s:])-?(?:gap(?:-[xy])?|[mp][tby])-(?:7|9|11)(?![\\d.])/]',
          message: 'Steps of spacing are 1 to 6, 8, 10, 12 and 16.',
        },
        {
          selector:
            'JSXText[value=/[A-Za-z]{2}/]:not([value=/^\\s*Fieldtrace\\s*$/]):not(JSXElement[openingElement.name.name=/^(Trans|code)$/] JSXText)',
          message: 'Words stand in t`…`, or in <Trans> where elements are among them.',
        },
        {
          // the plugin takes what does not begin with a capital for a value
          selector:
            ':not(TaggedTemplateExpression, NewExpression) > TemplateLiteral > TemplateElement[value.raw=/(?:^|\\s)[a-z]{2,}[.,:]?\\s|\\s[a-z]{2,}(?:$|[\\s.,:])/]',
          message: 'A sentence with values in it is one message: t`…`.',
        },
        {
          selector: smallIn(
            `JSXAttribute:not([name.name=/^(${attributesWithoutWords.join('|')})$/])`,
          ),
          message:
            'Words of an attribute stand in t`…`; what is none is named in attributesWithoutWords.',
        },
        { selector: smallIn(':matches(JSXElement, JSXFragment)'), message: 'Words stand in t`…`.' },
        {
          // one of two is words, so the other is too
          selector:
            ':matches(ConditionalExpression, LogicalExpression):has(TaggedTemplateExpression[tag.name=t], CallExpression[callee.name=/^(plural|translated)$/]) > Literal[value=/[a-z]/]',
          message: 'Words stand in t`…`.',
        },
        {
          selector:
            'Property[key.name=/^(alt|failed|hint|label|message|none|placeholder|text|title|words)$/] > Literal[value=/^[a-z]/]',
          message: 'Words stand in t`…`.',
        },
        noLookbehind,
      ],
    },
  },
  {
    // Home of `memoized`.
    files: ['frontend/src/words/language.ts'],
    rules: { 'no-restricted-imports': 'off' },
  },
);
