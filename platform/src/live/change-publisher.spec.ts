import { changePublisherContract } from './change-publisher.contract.js';
import { ChangePublisher } from './change-publisher.js';

let publisher = new ChangePublisher();
changePublisherContract(
  async () => publisher,
  async () => void (publisher = new ChangePublisher()),
);
