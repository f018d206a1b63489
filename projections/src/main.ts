import { readConfigApart } from '#platform/config.js';
import { fillingProgress, print, runProcess } from '#platform/process/run-process.js';
import { composeProjections } from './apart.js';

runProcess(async () => {
  const running = await composeProjections(readConfigApart(process.env, 'projections'), { onProgress: fillingProgress() });
  print('Fieldtrace projections are running');
  return running;
});
