import { commandDefinitions } from '#domain/aggregates.js';
import { folders } from '#platform/testing/folders.js';
import { afterAll, describe, expect, test } from '@jest/globals';
import {
  createCommandFixture,
  everyCommand,
  idFields,
  findCreatingCommands,
} from '../faults/command-fixture.js';

const folder = folders();
const fixture = await createCommandFixture(folder());
afterAll(() => fixture.close());
const creatingCommands = await findCreatingCommands(fixture);

/** Every reference field of every command, including new ones. */
const fields = everyCommand.flatMap(([name, recordField]) =>
  idFields(name)
    .filter(([field]) => field !== recordField)
    .map(([field, isList]) => ({
      name,
      field,
      isList,
      kind: commandDefinitions[name]!.refersTo?.[field],
    })),
);

describe('a reference must have its kind, the organization, and the sender’s access:', () => {
  const referenceFields = fields.filter(({ kind }) => kind !== undefined);
  test('such fields exist', () => expect(referenceFields.length).toBeGreaterThan(10));

  test.each(referenceFields)(
    '$name with an unknown id in $field is refused at that field',
    async ({ name, field, isList, kind }) => {
      const { data, actorId } = await (await fixture.copy()).findAccepted(name);
      const { send } = await fixture.copy();
      // Includes the photo that the edited lead has already.
      const keptIds = name === 'EditLead' && isList ? [fixture.files.ofRep] : [];
      const forged = fixture.ids.filter(
        (id) => !fixture.referableIds(kind!).includes(id) && !keptIds.includes(id),
      );
      expect(forged.length).toBeGreaterThan(10);
      for (const id of forged) {
        const { refused, events } = await send(actorId, name, {
          ...data,
          [field]: isList ? [id] : id,
        });
        expect([id, refused?.code, refused?.field, events]).toEqual([
          id,
          'unknown-reference',
          field,
          0,
        ]);
      }
      for (const id of keptIds)
        expect(await send(actorId, name, { ...data, [field]: [id] })).not.toHaveProperty('refused');
    },
  );
});

describe('an id within the record must name a part of that kind:', () => {
  const partFields = fields.filter(
    ({ name, field, kind }) => kind === undefined && creatingCommands.get(name) !== field,
  );
  test('such fields exist', () => expect(partFields.length).toBeGreaterThan(4));

  test.each(partFields)(
    '$name with another id in $field is refused at that field',
    async ({ name, field }) => {
      const { data, actorId } = await (await fixture.copy()).findAccepted(name);
      const { send } = await fixture.copy();
      for (const id of fixture.ids.filter(
        (id) => id !== data[field] && id !== fixture.existingIds[field],
      )) {
        const { refused, events } = await send(actorId, name, { ...data, [field]: id });
        expect([id, refused?.code, refused?.field, events]).toEqual([
          id,
          expect.stringMatching(/-not-found$/),
          field,
          0,
        ]);
      }
    },
  );
});
