import { commandDefinitions } from '#domain/aggregates.js';
import { isEqual } from '#domain/kernel/equality.js';
import { folders } from '#platform/testing/folders.js';
import { afterAll, describe, expect, test } from '@jest/globals';
import { generateData } from '../chaos/generate-data.js';
import { SeededRandom } from '../faults/seeded-random.js';
import { createCommandFixture, findCreatingCommands } from '../faults/command-fixture.js';

const folder = folders();
const fixture = await createCommandFixture(folder());
afterAll(() => fixture.close());
const creatingCommands = [...(await findCreatingCommands(fixture))].map(([name, field]) => ({
  name,
  field,
}));

/**
 * Refusal codes of repetitions. A founder is a member already, and roles are checked before the
 * organization's rules.
 */
const refusalOnRepetition: Readonly<Record<string, string>> = {
  FoundOrganization: 'already-a-member',
};

describe('under a known id', () => {
  test('the commands that add something exist', () =>
    expect(creatingCommands.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'CreateLead',
        'AddNote',
        'RecordVisit',
        'RecordPayment',
        'AddLocation',
      ]),
    ));

  test.each(creatingCommands)('$name with equal content adds nothing', async ({ name }) => {
    const { findAccepted, send } = await fixture.copy();
    const { data, actorId, outcome } = await findAccepted(name);
    const second = await send(actorId, name, data);
    if (refusalOnRepetition[name])
      expect([second.refused?.code, second.events]).toEqual([refusalOnRepetition[name], 0]);
    else expect(second).toEqual({ ...outcome, events: 0 });
  });

  test.each(creatingCommands)(
    '$name with another value in any field is refused or recorded, never silently dropped',
    async ({ name, field }) => {
      const definition = commandDefinitions[name]!;
      const { findAccepted, send } = await fixture.copy();
      const { data, actorId } = await findAccepted(name);
      const random = new SeededRandom(name, 11);
      const tried = new Set<string>();
      // Saving replaces the whole draft, so that sending its current content changes nothing.
      let storedContent: unknown = definition.data.parse(data);
      for (let tries = 0; tries < 30; tries++) {
        const otherFields = generateData(
          definition,
          { acceptedData: [fixture.existingIds], words: [], references: fixture.referableIds },
          random,
        );
        for (const [changedField, value] of Object.entries(otherFields)) {
          // Skips fields that are left out, and ids of the record.
          if (
            changedField === field ||
            changedField in fixture.existingIds ||
            changedField === 'nextFollowUpId'
          )
            continue;
          // A lead without a named assignee belongs to its sender.
          if (name === 'CreateLead' && changedField === 'assignedTo' && value === actorId) continue;
          // The hash of a picture is dropped where there is none.
          if (changedField === 'imageSha256' && !('imageFileId' in data)) continue;
          const otherData = { ...data, [changedField]: value };
          const parsed = definition.data.safeParse(otherData);
          if (!parsed.success || isEqual(parsed.data, definition.data.parse(data))) continue;
          if (isEqual(parsed.data, storedContent)) continue;
          const { refused, events } = await send(actorId, name, otherData);
          expect([changedField, value, Boolean(refused) || events > 0]).toEqual([
            changedField,
            value,
            true,
          ]);
          if (events > 0) storedContent = parsed.data;
          tried.add(changedField);
        }
      }
      expect([...tried].length).toBeGreaterThan(0);
    },
  );
});
