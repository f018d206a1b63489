import type { Rule } from 'eslint';

export declare const constantName: Rule.RuleModule;
