import { expect, test } from '@jest/globals';
import type { FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { problemPage } from './problem-page.js';

const request = (headers: object, method = 'GET') => ({ headers, method }) as FastifyRequest;
const navigating = { 'sec-fetch-mode': 'navigate', 'accept-language': 'hi' };

test('a browser that opens a page shows a temporary problem as a page, in its language', () => {
  const shown = problemPage(request(navigating), 503);
  expect(shown?.page).toMatch(
    /<html lang="hi-IN">[^]*<h1>यह पेज अभी नहीं दिख सकता<\/h1>[^]*<a href="">/,
  );
  expect(shown?.headers['content-security-policy']).toContain("default-src 'none'");
  const form = problemPage(request({ accept: 'text/html,*/*' }, 'POST'), 429);
  expect(form?.page).toMatch(/<h1>Too many tries<\/h1>[^]*Go back and send it again/);
  expect(form?.page).not.toContain('<a ');
});

test('the content security policy allows exactly the style of the page', () => {
  const shown = problemPage(request(navigating), 503);
  const style = /<style>([^]*?)<\/style>/.exec(shown?.page ?? '')?.[1] ?? '';
  const hash = createHash('sha256').update(style).digest('base64');
  expect(shown?.headers['content-security-policy']).toContain(`'sha256-${hash}'`);
});

test('a script gets JSON, and a lasting refusal is JSON too', () => {
  const script = { accept: 'text/html', 'sec-fetch-mode': 'cors' };
  for (const headers of [{ accept: '*/*' }, script])
    expect(problemPage(request(headers), 503)).toBeUndefined();
  expect(problemPage(request(navigating), 404)).toBeUndefined();
});
