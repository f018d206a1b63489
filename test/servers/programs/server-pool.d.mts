export declare function startServerPool(
  root?: string,
  env?: Readonly<Record<string, string>>,
): Promise<{ readonly url: string; end(): Promise<void> }>;
