/** Servers and processes that end together, in reverse order. */
export class StartedParts {
  private readonly endFunctions: (() => unknown)[] = [];

  async add<Part>(starting: Part | Promise<Part>, end: (part: Part) => unknown): Promise<Part> {
    const part = await starting;
    this.endFunctions.push(() => end(part));
    return part;
  }

  async end(): Promise<void> {
    for (const end of this.endFunctions.splice(0).reverse()) await end();
  }
}
