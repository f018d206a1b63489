import { readConfigApart } from '#platform/common/config/config.js';
import { print, progressOf, runProcess } from '#platform/process/run-process.js';
import { composeProjections } from './apart.js';

runProcess(async () => {
  const running = await composeProjections(readConfigApart(process.env, 'projections'), {
    onProgress: progressOf('Rebuilding the views'),
  });
  print('Fieldtrace projections are running');
  return running;
});
