import type { Role } from '#domain/kernel/policy.js';
import { ClockInMemory } from '#platform/testing/in-memory/clock-in-memory.js';
import type { FileRecord } from '#platform/files/file-records.js';
import { describe, expect, test } from '@jest/globals';
import { FilesController } from './files.controller.js';

const fileId = '0190a6c2-5f1e-7c3a-9b1d-2f6f0d5e8a01';

/** Whether a member gets a link to a file that `asha` uploaded. The lead's owner is `ravi`. */
async function canOpen(
  fields: Partial<FileRecord>,
  role: Role,
  memberId = 'ravi',
): Promise<boolean> {
  const record = { owner: 'asha', organizationId: 'sharma', kind: 'image', ...fields };
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
  const asker = { organizationId: 'sharma', id: memberId, role } as Parameters<
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
      await canOpen({}, 'admin'),
      await canOpen({}, 'sales'),
      await canOpen({}, 'sales', 'asha'),
    ]).toEqual([false, false, true]);
  });

  test('a claimed file is visible to all who may see the claiming lead', async () => {
    const claimed = { claimedBy: 'lead-sharma_lead' };
    expect([
      await canOpen(claimed, 'admin', 'meera'),
      await canOpen(claimed, 'sales'),
      await canOpen(claimed, 'sales', 'kiran'),
    ]).toEqual([true, true, false]);
  });

  test('a bill’s picture is visible to admins only, a logo to every member', async () => {
    const bill = { claimedBy: 'bill-sharma_lead' };
    expect([await canOpen(bill, 'admin'), await canOpen(bill, 'sales')]).toEqual([true, false]);
    expect(await canOpen({ claimedBy: 'organization-sharma' }, 'sales')).toBe(true);
  });
});
