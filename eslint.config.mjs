import lingui from 'eslint-plugin-lingui';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';
import { commentSubject } from './test/lint/comment-subject.mjs';
import { constantName } from './test/lint/constant-name.mjs';

/**
 * oxlint, which is native and fast, checks general rules, rules that need types, and rules of React
 * (.oxlintrc.json). ESLint checks our own rules and those of words.
 */
const code = [
  '{domain,platform,backend,projections,workers,bench}/**/*.ts',
  'test/**/*.ts',
  'frontend/src/**/*.{ts,tsx}',
  'frontend/*.ts',
  'frontend/service-worker/*.ts',
  'frontend/verifier/*.ts',
];
/** Code of the product. Scripts and tests, which may print, are left out. */
const product = [
  '{domain,platform,backend,projections,workers}/src/**/*.ts',
  'frontend/src/**/*.{ts,tsx}',
  'frontend/*.ts',
  'frontend/service-worker/*.ts',
  'frontend/verifier/*.ts',
];
const specs = ['**/*.{spec,contract,e2e}.{ts,tsx}', '**/testing/**', 'test/**', 'bench/**'];

/**
 * Attributes, of HTML and of our own components, whose values nobody reads: names, kinds and
 * styles.
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
/**
 * Selector for texts that begin with a small letter in an attribute or between tags, alone or in a
 * conditional expression.
 */
const lowercaseTextIn = (place) =>
  [
    '',
    'JSXExpressionContainer > ',
    'JSXExpressionContainer > :matches(ConditionalExpression, LogicalExpression) > ',
  ]
    .map((within) => `${place} > ${within}Literal[value=/^[a-z]/]`)
    .join(', ');

/** Refuses lookbehinds, because Safari before 16.4 cannot parse a file that has one. */
const noLookbehind = {
  selector:
    ':matches(Literal[regex.pattern=/\\(\\?<[=!]/], CallExpression[callee.name=RegExp] > Literal[value=/\\(\\?<[=!]/], NewExpression[callee.name=RegExp] > Literal[value=/\\(\\?<[=!]/])',
  message: 'Browsers run this code, and Safari before 16.4 cannot parse a lookbehind.',
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
      // Forbids comments that turn off rules of oxlint.
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
    // The domain is pure: it gets time, random values and everything else as data.
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
          message: 'The domain gets the time as data.',
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
          message: 'This would sort by the browser’s language: use domain/src/kernel/order.ts.',
        },
        {
          selector: 'CallExpression[callee.property.name=/^toLocale/][arguments.length=0]',
          message:
            'This would format in the browser’s language: use frontend/src/ui/display/format.ts.',
        },
      ],
    },
  },
  {
    // Every text of a screen is in the catalogue: "How to write words" in
    // frontend/src/kit/README.md. A text begins with a capital letter, or is between tags.
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
              message: 'Use ui/buttons/link.tsx: the router’s links load its framework mode.',
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
          // Names of products, values, and texts that are sent to the server.
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
          message: 'Write texts in t`…`, or in <Trans> if they contain elements.',
        },
        {
          // The plugin takes a text that does not begin with a capital letter for a value.
          selector:
            ':not(TaggedTemplateExpression, NewExpression) > TemplateLiteral > TemplateElement[value.raw=/(?:^|\\s)[a-z]{2,}[.,:]?\\s|\\s[a-z]{2,}(?:$|[\\s.,:])/]',
          message: 'Write a sentence with values as one message: t`…`.',
        },
        {
          selector: lowercaseTextIn(
            `JSXAttribute:not([name.name=/^(${attributesWithoutWords.join('|')})$/])`,
          ),
          message:
            'Write texts of attributes in t`…`; attributesWithoutWords lists attributes without texts.',
        },
        {
          selector: lowercaseTextIn(':matches(JSXElement, JSXFragment)'),
          message: 'Write texts in t`…`.',
        },
        {
          // If one branch is a text, the other is too.
          selector:
            ':matches(ConditionalExpression, LogicalExpression):has(TaggedTemplateExpression[tag.name=t], CallExpression[callee.name=/^(plural|translated)$/]) > Literal[value=/[a-z]/]',
          message: 'Write texts in t`…`.',
        },
        {
          selector:
            'Property[key.name=/^(alt|failed|hint|label|message|none|placeholder|text|title|words)$/] > Literal[value=/^[a-z]/]',
          message: 'Write texts in t`…`.',
        },
        noLookbehind,
      ],
    },
  },
  {
    // Defines `memoized`, which uses React's `memo`.
    files: ['frontend/src/words/language.ts'],
    rules: { 'no-restricted-imports': 'off' },
  },
);
