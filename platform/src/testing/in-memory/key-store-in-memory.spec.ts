import { keyStoreContract } from '../../sealing/key-store/key-store.contract.js';
import { KeyStoreInMemory } from './key-store-in-memory.js';

keyStoreContract(
  async () => new KeyStoreInMemory(),
  async (store) => store,
);
