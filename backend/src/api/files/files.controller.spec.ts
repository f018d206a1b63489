import type { Role } from '#domain/kernel/policy.js';
import { ClockInMemory } from '#platform/testing/in-memory/clock-in-memory.js';
import type { FileRecord } from '#platform/files/file-records.js';
import { describe, expect, test } from '@jest/globals';
import { FilesController } from './files.controller.js';

const fileId = '0190a6c2-5f1e-7c3a-9b1d-2f6f0d5e8a01';

/** Whether a member who did not upload the file gets a link to it. `ravi` has the lead. */
async function isSeen(use: Partial<FileRecord>, role: Role, id = 'ravi'): Promise<boolean> {
  const record = { owner: 'asha', organizationId: 'sharma', kind: 'image', ...use };
  const ports = [
    {},
    { find: async () => record },
    { createLink: () => ({}) },
    { findOwner: async (_: string, leadId: string) => (leadId === 'lead' ? 'ravi' : undefined) },
  ];
  const controller = new FilesController(
    ...([
      ...ports,
      { stat: async () => undefined },
      new ClockInMemory(),
    ] as never as ConstructorParameters<typeof FilesController>),
  );
  const asker = { organizationId: 'sharma', id, role } as Parameters<
    FilesController['createLink']
  >[2];
  return controller.createLink(fileId, {}, asker).then(
    () => true,
    () => false,
  );
}

describe('before a reactor has completed a file record', () => {
  test('a file that no command has claimed is visible to its owner only', async () => {
    expect([
      await isSeen({}, 'admin'),
      await isSeen({}, 'sales'),
      await isSeen({}, 'sales', 'asha'),
    ]).toEqual([false, false, true]);
  });

  test('a claimed file is visible to all who may see the claiming lead', async () => {
    const use = { claimedBy: 'lead-sharma_lead' };
    expect([
      await isSeen(use, 'admin', 'meera'),
      await isSeen(use, 'sales'),
      await isSeen(use, 'sales', 'kiran'),
    ]).toEqual([true, true, false]);
  });

  test('a bill’s picture is visible to admins only, a logo to every member', async () => {
    const bill = { claimedBy: 'bill-sharma_lead' };
    expect([await isSeen(bill, 'admin'), await isSeen(bill, 'sales')]).toEqual([true, false]);
    expect(await isSeen({ claimedBy: 'organization-sharma' }, 'sales')).toBe(true);
  });
});
