import { transform } from '@swc/core';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';
import { withWords } from './with-words.mjs';

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly key?: { readonly name?: string };
  readonly value?: Node | string;
  readonly properties?: readonly Node[];
}

/** Comment that the macros put before each message. */
const MESSAGE_MARK = '/*i18n*/ ';

/**
 * Texts of the messages that Lingui's macros have made in a module, as nodes with their positions.
 */
function messagesIn(code: string, node: unknown): Node[] {
  if (typeof node !== 'object' || node === null) return [];
  const { type, start, properties = [] } = node as Node;
  const isMessage =
    type === 'ObjectExpression' && code.slice(start - MESSAGE_MARK.length, start) === MESSAGE_MARK;
  const text = isMessage ? properties.find(({ key }) => key?.name === 'message')?.value : undefined;
  return [
    ...Object.values(node).flatMap((child) => messagesIn(code, child)),
    ...(text ? [text as Node] : []),
  ];
}

/**
 * Compiles messages with placeholders at build time, so that no browser loads a parser for them.
 */
function compileMessages(code: string, program: unknown): string {
  let compiled = code;
  // from the end, so that the positions of the other messages stay valid
  for (const { start, end, value } of messagesIn(code, program).toSorted(
    (one, other) => other.start - one.start,
  )) {
    if (typeof value === 'string' && placeholders.test(value))
      compiled = `${compiled.slice(0, start)}${JSON.stringify(compileWords(value))}${compiled.slice(end)}`;
  }
  return compiled;
}

/**
 * Builds the module of a catalogue. Untranslated messages are left out, so that the source language
 * is shown.
 */
function toCatalogue(source: string, { isCompiled }: { isCompiled: boolean }): string {
  const messages = Object.entries(JSON.parse(source) as Record<string, string>).filter(
    ([, words]) => words !== '',
  );
  const entries = messages.map(([id, words]) => [id, isCompiled ? compileWords(words) : words]);
  return `export default JSON.parse(${JSON.stringify(JSON.stringify(Object.fromEntries(entries)))});`;
}

const placeholders = /[{}']/;
const compileWords = (words: string): unknown =>
  placeholders.test(words) ? compileMessageOrThrow(words) : words;

/**
 * Lingui's macros, `t` and `<Trans>`, become calls that carry their words in the source language:
 * each screen brings its own, and a catalogue is loaded for other languages only.
 */
export function words(): Plugin {
  return {
    name: 'fieldtrace:words',
    enforce: 'pre',
    transform: {
      filter: {
        id: /\.tsx?$|src[\\/]words[\\/][\w-]+\.json$/,
        code: /@lingui\/(?:core|react)\/macro|^{/,
      },
      async handler(source, id) {
        if (id.endsWith('.json'))
          return {
            code: toCatalogue(source, { isCompiled: this.environment.mode !== 'dev' }),
            moduleType: 'js',
            map: null,
          };
        const { code, map } = await transform(source, {
          ...withWords(id),
          filename: id,
          sourceMaps: true,
        });
        if (this.environment.mode === 'dev') return { code, map };
        return { code: compileMessages(code, this.parse(code, { lang: 'jsx' })), map: null };
      },
    },
  };
}
