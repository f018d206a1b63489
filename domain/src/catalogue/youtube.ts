/** Where a video’s id stands: a watch page names it in its query, the others at the end of their path. */
const inPath = /^\/(?:embed|shorts)\/([\w-]{11})\/?$/;
const short = /^\/([\w-]{11})\/?$/;
const videoId = /^[\w-]{11}$/;
const hosts = new Set(['youtube.com', 'www.youtube.com', 'm.youtube.com', 'music.youtube.com', 'www.youtube-nocookie.com']);

/** The id of the video that a watch, short, embed or shorts address leads to; undefined where it leads to none. */
export function youtubeVideoOf(link: string): string | undefined {
  const address = URL.parse(/^https?:\/\//i.test(link) ? link : `https://${link}`);
  if (!address) return undefined;
  const { hostname, pathname, searchParams } = address;
  if (hostname === 'youtu.be') return short.exec(pathname)?.[1];
  if (!hosts.has(hostname)) return undefined;
  const watched = pathname === '/watch' ? (searchParams.get('v') ?? '') : '';
  return videoId.test(watched) ? watched : inPath.exec(pathname)?.[1];
}
