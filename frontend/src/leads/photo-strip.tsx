import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useBlobUrl } from '../lib/photos.js';
import { Icon } from '../ui/icon.js';
import type { ChosenFile } from './use-photos.js';
import './photo-strip.css';

/** What was chosen, small, each with a way to take it out again. */
export function PhotoStrip({ files, onRemove }: { files: readonly ChosenFile[]; onRemove: (fileId: string) => void }): ReactNode {
  if (files.length === 0) return null;
  return (
    <ul className="photo-strip" aria-label="Photos">
      {files.map((file, place) => (
        <Chosen key={file.fileId} file={file} place={place + 1} onRemove={() => onRemove(file.fileId)} />
      ))}
    </ul>
  );
}

function Chosen({ file, place, onRemove }: { file: ChosenFile; place: number; onRemove: () => void }): ReactNode {
  const url = useBlobUrl(file.blob);
  return (
    <li>
      {url && <img src={url} alt={`Photo ${place}${file.uploaded ? '' : ', waiting'}`} />}
      <button type="button" aria-label={`Remove photo ${place}`} onClick={onRemove}>
        <Icon of={X} size="s" />
      </button>
    </li>
  );
}
