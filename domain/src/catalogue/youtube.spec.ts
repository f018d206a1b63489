import { expect, test } from '@jest/globals';
import { youtubeVideoOf } from './youtube.js';

test.each([
  'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  'https://m.youtube.com/watch?feature=share&v=dQw4w9WgXcQ&t=10s',
  'https://youtu.be/dQw4w9WgXcQ?si=abc',
  'youtu.be/dQw4w9WgXcQ',
  'https://www.youtube.com/embed/dQw4w9WgXcQ',
  'https://youtube.com/shorts/dQw4w9WgXcQ?feature=share',
])('%s leads to a video', (link) => expect(youtubeVideoOf(link)).toBe('dQw4w9WgXcQ'));

test.each([
  '',
  'a video',
  'https://www.youtube.com/watch',
  'https://www.youtube.com/watch?v=short',
  'https://www.youtube.com/@channel',
  'https://youtube.com.example.com/watch?v=dQw4w9WgXcQ',
  'https://example.com/embed/dQw4w9WgXcQ',
  'javascript://youtu.be/dQw4w9WgXcQ',
])('%s leads to none', (link) => expect(youtubeVideoOf(link)).toBeUndefined());
