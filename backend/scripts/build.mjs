/**
 * `npm run build` builds everything that changed. An argument names the only part to build: servers
 * or frontend.
 */
import {
  ScriptError,
  buildFrontend,
  buildServers,
  buildWhatChanged,
  checkNode,
  installWhatIsMissing,
  runMain,
} from './tooling.mjs';

const builds = { everything: buildWhatChanged, servers: buildServers, frontend: buildFrontend };

await runMain(async () => {
  const [name = 'everything'] = process.argv.slice(2);
  const build = builds[name];
  if (!build)
    throw new ScriptError(
      `There is no ${name} to build. Choose from ${Object.keys(builds).join(', ')}.`,
    );
  checkNode();
  await installWhatIsMissing();
  await build();
});
