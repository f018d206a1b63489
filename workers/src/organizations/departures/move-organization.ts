import {
  type ClosingResult,
  type ClosedParts,
  type ClosingOptions,
  endOrganization,
  eraseOrganization,
} from './close-organization.js';
import {
  type CopyResult,
  type CopyOptions,
  type Parts,
  copyOrganization,
} from './copy-organization.js';
import type { Scope } from './scope.js';

/**
 * Copies an organization, ends it here, copies what was recorded meanwhile, and erases it here.
 * Idempotent; an interrupted move resumes when run again.
 */
export async function moveOrganization(
  from: ClosedParts,
  to: Parts,
  scope: Scope,
  options: CopyOptions & ClosingOptions,
): Promise<{ readonly copied: CopyResult; readonly closed: ClosingResult }> {
  if (!scope.isClosed) await copyOrganization(from, to, scope, options);
  const ended = await endOrganization(from, scope, options);
  const copied = await copyOrganization(from, to, ended, {
    ...options,
    targetMayHaveChanged: true,
  });
  return { copied, closed: await eraseOrganization(from, ended, options) };
}
