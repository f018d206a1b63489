import type { Options } from '@swc/core';

export declare function withWords(file: string, react?: { runtime: string }): Options;
