import { readConfigForSeparateProcess } from '#platform/common/config/config.js';
import { localUrl, listenOrStop, print, runProcess } from '#platform/process/run-process.js';
import { composeBackend } from './composition.js';
import { LISTEN_BACKLOG } from './http/load/connections.js';

runProcess(async () => {
  const config = readConfigForSeparateProcess(process.env, 'backend');
  const { app, stop } = await composeBackend(config);
  await listenOrStop(
    { stop },
    () => app.listen({ port: config.port, host: config.host, backlog: LISTEN_BACKLOG }),
    config,
  );
  const { port } = app.getHttpServer().address() as { port: number };
  print(`A Fieldtrace backend is ready: ${config.publicUrl ?? localUrl(config.host, port)}`);
  return { stop };
});
