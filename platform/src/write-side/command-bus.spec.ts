import { aggregates } from '#domain/aggregates.js';
import { expect, test } from '@jest/globals';
import { Injectable, Module, type Provider } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { CommandHandler, CqrsModule, type ICommandHandler } from '@nestjs/cqrs';
import {
  type CommandMessage,
  CommandSender,
  commandHandlers,
  messageClass,
} from './command-bus.js';
import { CommandHandling } from './write-side.js';

const request = (type: string) => ({
  id: 'a-command',
  actorId: 'asha',
  command: { type, data: { name: 'Baner' } },
});

/** Sends commands through the bus of an application with these handlers. */
async function sendThrough(providers: readonly Provider[], types: readonly string[]) {
  const handle = async (
    { category }: { readonly category: string },
    definition: object,
    { command }: { readonly command: object },
  ) => ({ category, definition, command });
  @Module({
    imports: [CqrsModule.forRoot()],
    providers: [...providers, CommandSender, { provide: CommandHandling, useValue: { handle } }],
  })
  class Root {}
  const app = await NestFactory.createApplicationContext(Root, { logger: false });
  try {
    const sender = app.get(CommandSender);
    return await Promise.all(types.map((type) => sender.send(request(type))));
  } finally {
    await app.close();
  }
}

test('each command is handled by its aggregate, found by the class of its message', async () => {
  const expected = aggregates.flatMap(({ category, commands }) =>
    Object.entries(commands).map(([name, definition]) => ({
      category,
      definition,
      command: request(name).command,
    })),
  );
  const names = expected.map(({ command: { type } }) => type);
  expect(await sendThrough(commandHandlers(aggregates), names)).toEqual(expected);
});

test('a Nest handler replaces the aggregate’s', async () => {
  @Injectable()
  @CommandHandler(messageClass('AddNote'))
  class OwnHandler implements ICommandHandler<CommandMessage> {
    execute = async ({ request: { id } }: CommandMessage) => ({ id, revision: 7, position: '9' });
  }
  const providers = [...commandHandlers(aggregates, ['AddNote']), OwnHandler];
  expect(await sendThrough(providers, ['AddNote', 'CreateLead'])).toMatchObject([
    { id: 'a-command', revision: 7 },
    { category: 'lead' },
  ]);
});

test('two commands with one name stop the start', () =>
  expect(() => commandHandlers([...aggregates, aggregates[0]!])).toThrow(
    'Two commands are called',
  ));
