import { changePublisherContract } from './change-publisher.contract.js';
import { ChangePublisherInProcess } from './change-publisher.js';

let publisher = new ChangePublisherInProcess();
changePublisherContract(
  async () => publisher,
  async () => void (publisher = new ChangePublisherInProcess()),
);
