export declare function withAddresses(text: string): string;
