export declare function startWorlds(root?: string, env?: Readonly<Record<string, string>>): Promise<{ readonly url: string; end(): Promise<void> }>;
