import { type CommitNews, type Commits, newsOf } from './commits.js';

/** For one process whose doors follow the projection host as those of another process would. */
export class CommitsInProcess implements Commits {
  private readonly listeners = new Set<(news: CommitNews) => void>();

  publish(committed: Parameters<Commits['publish']>[0]): void {
    const news = newsOf(committed);
    for (const listener of this.listeners) listener(news);
  }

  follow(listener: (news: CommitNews) => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }
}
