/** Servers and processes that end together, in reverse order. */
export class StartedParts {
  private readonly ends: (() => unknown)[] = [];

  async keep<Part>(starting: Part | Promise<Part>, end: (part: Part) => unknown): Promise<Part> {
    const part = await starting;
    this.ends.push(() => end(part));
    return part;
  }

  async end(): Promise<void> {
    for (const end of this.ends.splice(0).reverse()) await end();
  }
}
