import type { Rule } from 'eslint';

export declare const commentSubject: Rule.RuleModule;
