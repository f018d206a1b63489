export declare function startWorlds(root?: string): Promise<{ readonly url: string; end(): Promise<void> }>;
