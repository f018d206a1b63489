/** Paths that end with a video’s id. A watch page has the id in its query instead. */
const inPath = /^\/(?:embed|shorts|live|v|e)\/([\w-]{11})\/?$/;
const short = /^\/([\w-]{11})\/?$/;
const videoId = /^[\w-]{11}$/;
const hosts = /^(?:(?:www\.|m\.|music\.)?youtube\.com|(?:www\.)?youtube-nocookie\.com)$/;
const shortHosts = /^(?:www\.)?youtu\.be$/;

/**
 * Address in what was copied: that of a player (`<iframe src="…">`), the link in a message, or the
 * text itself.
 */
function addressIn(copied: string): string {
  const text = copied.replace(/\p{Cf}/gu, '').trim();
  const player = /<iframe\b[^>]*\ssrc\s*=\s*["']?([^"'\s>]+)/i
    .exec(text)?.[1]
    ?.replaceAll('&amp;', '&');
  const address = player ?? /https?:\/\/\S+/i.exec(text)?.[0] ?? text;
  return /^https?:\/\//i.test(address) ? address : `https://${address.replace(/^\/\//, '')}`;
}

/**
 * The id of the video that a watch, live, short, embed or shorts address leads to; undefined where
 * it leads to none.
 */
export function youtubeVideoOf(link: string): string | undefined {
  const address = URL.parse(addressIn(link));
  if (!address || address.port !== '') return undefined;
  const { hostname, pathname, searchParams } = address;
  if (shortHosts.test(hostname)) return short.exec(pathname)?.[1];
  if (!hosts.test(hostname)) return undefined;
  const watched = /^\/watch\/?$/.test(pathname) ? (searchParams.get('v') ?? '') : '';
  return videoId.test(watched) ? watched : inPath.exec(pathname)?.[1];
}

/**
 * A link as it is stored: as it was typed, or the short one of the video where more was copied than
 * an address.
 */
export function youtubeLinkIn(copied: string): string {
  const text = copied.replace(/\p{Cf}/gu, '').trim();
  const video = youtubeVideoOf(text);
  return video !== undefined && /[\s<]|^\/\//.test(text) ? `https://youtu.be/${video}` : text;
}
