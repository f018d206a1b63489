import { readConfigForSeparateProcess } from '#platform/common/config/config.js';
import { print, runProcess } from '#platform/process/run-process.js';
import { composeWorkers } from './compose-workers.js';

runProcess(async () => {
  const running = await composeWorkers(readConfigForSeparateProcess(process.env, 'workers'));
  print('Fieldtrace workers are running');
  return running;
});
