import type { Options } from '@swc/core';

export declare const swcOptions: Options;
export declare function withWords(file: string, react?: { runtime: string }): Options;
