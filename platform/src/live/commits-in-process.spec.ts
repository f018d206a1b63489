import { commitsContract } from './commits.contract.js';
import { CommitsInProcess } from './commits-in-process.js';

let commits = new CommitsInProcess();
commitsContract(
  async () => commits,
  async () => void (commits = new CommitsInProcess()),
);
