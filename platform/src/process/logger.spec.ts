import { expect, jest, test } from '@jest/globals';
import { hostname } from 'node:os';
import { createLogger } from './logger.js';

function captureLines(write: (logger: ReturnType<typeof createLogger>) => void) {
  const written = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  try {
    write(createLogger('info'));
    return written.mock.calls.map(([line]) => JSON.parse(String(line)) as unknown);
  } finally {
    written.mockRestore();
  }
}

test('each line names the machine and the build', () => {
  expect(captureLines((logger) => logger.info({}, 'ready'))).toEqual([
    expect.objectContaining({ host: hostname(), build: 'source', msg: 'ready' }),
  ]);
});

test('an error keeps its code, and loses phone numbers', () => {
  const refused = Object.assign(new Error('no answer to +919876543210'), { code: 'ECONNREFUSED' });
  const [line] = captureLines((logger) => logger.error({ err: refused }, 'failed'));
  expect(line).toMatchObject({ err: { message: 'no answer to …', errorCode: 'ECONNREFUSED' } });
  expect(JSON.stringify(line)).not.toContain('9876543210');
});
