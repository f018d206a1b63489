import { t } from '@lingui/core/macro';
import { Play } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { youtubeVideoOf } from '#domain/catalogue/youtube.js';
import { Icon } from '../ui/icon.js';

const frame = 'grid aspect-video w-full place-items-center overflow-hidden rounded-card bg-sunken';

/** Nothing is fetched from YouTube before it is pressed. */
export function VideoPreview({ link }: { link: string }): ReactNode {
  const video = youtubeVideoOf(link);
  const [playing, setPlaying] = useState<string>();
  if (!video) return null;
  if (playing === video)
    return (
      <div className={frame}>
        <iframe
          className="size-full"
          src={`https://www.youtube-nocookie.com/embed/${video}`}
          title={t`Product video`}
          allow="fullscreen; encrypted-media"
        />
      </div>
    );
  return (
    <button type="button" className={frame} onClick={() => setPlaying(video)}>
      <span className="stack items-center gap-2">
        <Icon of={Play} size="l" />
        <span className="label">{t`Play video from YouTube`}</span>
      </span>
    </button>
  );
}
