/** `npm run build`: everything that changed, or with a word only that: servers, frontend. */
import { buildFrontend, buildServers, buildWhatChanged, checkNode, installWhatIsMissing, script } from './workshop.mjs';

await script(async () => {
  checkNode();
  await installWhatIsMissing();
  const only = process.argv[2];
  await (only === 'servers' ? buildServers() : only === 'frontend' ? buildFrontend() : buildWhatChanged());
});
