import { TestEnvironment } from 'jest-environment-node';

/** Node, with Jest's own state, which `load-spec.ts` needs. */
export default class NodeEnvironment extends TestEnvironment {
  handleTestEvent({ name }, state) {
    if (name === 'setup') this.global.jestState = state;
  }
}
