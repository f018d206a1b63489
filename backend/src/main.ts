import { readConfigApart } from '#platform/common/config/config.js';
import { addressOf, listening, print, runProcess } from '#platform/process/run-process.js';
import { composeBackend } from './composition.js';
import { backlog } from './http/connections.js';

runProcess(async () => {
  const config = readConfigApart(process.env, 'backend');
  const { app, stop } = await composeBackend(config);
  await listening(
    { stop },
    () => app.listen({ port: config.port, host: config.host, backlog }),
    config,
  );
  const { port } = app.getHttpServer().address() as { port: number };
  print(`A Fieldtrace backend is ready: ${config.publicUrl ?? addressOf(config.host, port)}`);
  return { stop };
});
