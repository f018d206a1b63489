export declare const mongodVersion: string;
export declare function findMongod(): Promise<string | undefined>;
export declare function installMongod(): Promise<string | undefined>;
export declare function findOrInstallMongod(): Promise<string>;
export const LAUNCH_TIMEOUT_MS: number;
