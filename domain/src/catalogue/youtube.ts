/** Paths that end with a video’s id. A watch page has the id in its query instead. */
const idInPath = /^\/(?:embed|shorts|live|v|e)\/([\w-]{11})\/?$/;
const idInShortPath = /^\/([\w-]{11})\/?$/;
const videoId = /^[\w-]{11}$/;
const hosts = /^(?:(?:www\.|m\.|music\.)?youtube\.com|(?:www\.)?youtube-nocookie\.com)$/;
const shortHosts = /^(?:www\.)?youtu\.be$/;

/** Punctuation of the sentence around a link. */
const trailingPunctuation = /[\p{Po}\p{Pe}\p{Pf}"'*>]+$/u;

/** Address in a copied text: that of an embed code, or a message's link; else the text itself. */
function extractAddress(copied: string): string {
  const text = copied.replace(/\p{Cf}/gu, '').trim();
  const playerAddress = /<iframe\b[^>]*\ssrc\s*=\s*["']?([^"'\s>]+)/i
    .exec(text)?.[1]
    ?.replaceAll('&amp;', '&');
  const address =
    playerAddress ?? /https?:\/\/\S+/i.exec(text)?.[0].replace(trailingPunctuation, '') ?? text;
  return /^https?:\/\//i.test(address) ? address : `https://${address.replace(/^\/\//, '')}`;
}

/** Video id of a YouTube address; undefined for others. */
export function youtubeVideoId(link: string): string | undefined {
  const address = URL.parse(extractAddress(link));
  if (!address || address.port !== '') return undefined;
  const { hostname, pathname, searchParams } = address;
  if (shortHosts.test(hostname)) return idInShortPath.exec(pathname)?.[1];
  if (!hosts.test(hostname)) return undefined;
  const idOfWatchPage = /^\/watch\/?$/.test(pathname) ? (searchParams.get('v') ?? '') : '';
  return videoId.test(idOfWatchPage) ? idOfWatchPage : idInPath.exec(pathname)?.[1];
}

/** Link as stored: as typed, or the video's short link if more was copied. */
export function toYoutubeLink(copied: string): string {
  const text = copied.replace(/\p{Cf}/gu, '').trim();
  const video = youtubeVideoId(text);
  const isAddressAlone = [text, `https://${text}`].includes(extractAddress(text));
  return video !== undefined && !isAddressAlone ? `https://youtu.be/${video}` : text;
}
