import { readConfig } from '#platform/config.js';
import { addressOf, fillingProgress, listening, print, runProcess } from '#platform/process/run-process.js';
import { compose } from './composition.js';

runProcess(async () => {
  const config = readConfig(process.env);
  const { app, parts, stop } = await compose(config, { onProgress: fillingProgress() });
  try {
    await listening(() => app.listen(config.port, config.host), config);
  } catch (error) {
    await stop();
    throw error;
  }
  const { port } = app.getHttpServer().address() as { port: number };
  const address = config.publicUrl ?? addressOf(config.host, port);
  print(`Fieldtrace is ready: ${address}`);
  if (parts.devInbox) print(`Sign-in codes appear in the dev inbox: ${address}/dev/inbox`);
  return { stop };
});
