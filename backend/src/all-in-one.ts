import { readConfigToServe } from '#platform/common/config/config.js';
import {
  localUrl,
  listenOrStop,
  print,
  createProgress,
  runProcess,
} from '#platform/process/run-process.js';
import { compose } from './composition.js';
import { LISTEN_BACKLOG } from './http/load/connections.js';

/** Time after which a start reports that lists are not up to date. */
const LATE_VIEWS_MS = 1_000;

runProcess(async () => {
  let isStopping = false;
  const config = readConfigToServe(process.env);
  const { app, caughtUp, stop } = await compose(config, {
    onProgress: createProgress('Rebuilding the views'),
  });
  await listenOrStop(
    { stop },
    () => app.listen({ port: config.port, host: config.host, backlog: LISTEN_BACKLOG }),
    config,
  );
  const { port } = app.getHttpServer().address() as { port: number };
  const address = config.publicUrl ?? localUrl(config.host, port);
  const printReady = () => {
    print(`Fieldtrace is ready: ${address}`);
    if (config.hasDevInbox) print(`Sign-in codes appear in the dev inbox: ${address}/dev/inbox`);
  };
  const timer = setTimeout(
    () => print(`Fieldtrace answers at ${address}, but its lists are not up to date yet`),
    LATE_VIEWS_MS,
  );
  void caughtUp.then(() => {
    clearTimeout(timer);
    if (!isStopping) printReady();
  });
  return {
    async stop() {
      isStopping = true;
      await stop();
    },
  };
});
