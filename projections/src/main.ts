import { readConfigForSeparateProcess } from '#platform/common/config/config.js';
import { print, createProgress, runProcess } from '#platform/process/run-process.js';
import { composeProjections } from './compose-projections.js';

runProcess(async () => {
  const running = await composeProjections(
    readConfigForSeparateProcess(process.env, 'projections'),
    {
      onProgress: createProgress('Rebuilding the views'),
    },
  );
  print('Fieldtrace projections are running');
  return running;
});
