import { expect, test } from '@jest/globals';
import { toYoutubeLink, youtubeVideoId } from './youtube.js';

test.each([
  'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  'https://m.youtube.com/watch?feature=share&v=dQw4w9WgXcQ&t=10s',
  'https://youtu.be/dQw4w9WgXcQ?si=abc',
  'youtu.be/dQw4w9WgXcQ',
  'https://www.youtube.com/embed/dQw4w9WgXcQ',
  'https://youtube.com/shorts/dQw4w9WgXcQ?feature=share',
  'https://youtube.com/live/dQw4w9WgXcQ?si=8Hn2_Tz1yq0aBcDe',
  'https://www.youtube.com/live/dQw4w9WgXcQ/',
  'https://www.youtube.com/watch/?v=dQw4w9WgXcQ',
  'https://www.youtu.be/dQw4w9WgXcQ',
  'https://youtu.be/dQw4w9WgXcQ/?t=10',
  'https://music.youtube.com/watch?v=dQw4w9WgXcQ&si=abc',
  'https://m.youtube.com/shorts/dQw4w9WgXcQ',
  'https://www.youtube.com/v/dQw4w9WgXcQ',
  'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?rel=0',
  'https://youtube-nocookie.com/embed/dQw4w9WgXcQ',
  'HTTPS://WWW.YOUTUBE.COM/watch?v=dQw4w9WgXcQ',
  '//www.youtube.com/embed/dQw4w9WgXcQ',
  '\u200bhttps://youtu.be/dQw4w9WgXcQ\u200e',
  'Watch this: https://youtu.be/dQw4w9WgXcQ?si=abc',
  'Watch this: https://youtu.be/dQw4w9WgXcQ.',
  '(https://youtu.be/dQw4w9WgXcQ)',
  'https://youtu.be/dQw4w9WgXcQ, from 0:30',
  '“https://www.youtube.com/watch?v=dQw4w9WgXcQ”',
  'यह देखें: https://youtu.be/dQw4w9WgXcQ।',
  '<iframe width="560" height="315" src="https://www.youtube.com/embed/dQw4w9WgXcQ?si=8Hn2&amp;start=10" title="YouTube video player" frameborder="0" allow="accelerometer; autoplay" referrerpolicy="strict-origin-when-cross-origin" allowfullscreen></iframe>',
  "<iframe src='//www.youtube-nocookie.com/embed/dQw4w9WgXcQ'></iframe>",
])('%s is a video link', (link) => expect(youtubeVideoId(link)).toBe('dQw4w9WgXcQ'));

test.each([
  '',
  'a video',
  'https://www.youtube.com/watch',
  'https://www.youtube.com/watch?v=short',
  'https://www.youtube.com/@channel',
  'https://youtube.com.example.com/watch?v=dQw4w9WgXcQ',
  'https://example.com/embed/dQw4w9WgXcQ',
  'javascript://youtu.be/dQw4w9WgXcQ',
  'https://youtube.com@example.com/watch?v=dQw4w9WgXcQ',
  'https://example.com/?u=https://youtu.be/dQw4w9WgXcQ',
  'https://notyoutube.com/live/dQw4w9WgXcQ',
  'https://youtu.be.example.com/dQw4w9WgXcQ',
  'https://youtu.be:8443/dQw4w9WgXcQ',
  'https://www.youtube.com/playlist?list=PL1',
  'https://www.youtube.com/live/short',
  '<iframe src="https://example.com/embed/dQw4w9WgXcQ"></iframe>',
  '<iframe title="https://youtu.be/dQw4w9WgXcQ" src="https://example.com/embed/dQw4w9WgXcQ"></iframe>',
])('%s is no video link', (link) => expect(youtubeVideoId(link)).toBeUndefined());

test('an embed code is stored as its video link, and a link as typed', () => {
  expect(
    toYoutubeLink(
      '<iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ?si=8Hn2" allowfullscreen></iframe>',
    ),
  ).toBe('https://youtu.be/dQw4w9WgXcQ');
  expect(toYoutubeLink(' https://youtube.com/live/dQw4w9WgXcQ?si=8Hn2 ')).toBe(
    'https://youtube.com/live/dQw4w9WgXcQ?si=8Hn2',
  );
  expect(toYoutubeLink('https://youtu.be/dQw4w9WgXcQ.')).toBe('https://youtu.be/dQw4w9WgXcQ');
  expect(toYoutubeLink('youtu.be/dQw4w9WgXcQ')).toBe('youtu.be/dQw4w9WgXcQ');
  expect(toYoutubeLink('a video')).toBe('a video');
});
