import { t } from '@lingui/core/macro';
import { FileText, Upload as UploadIcon, X } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import type { FileKind } from '#domain/kernel/files/files.js';
import { fileKindOf, useBlobUrl, useFileUrl } from '../../lib/photos/photos.js';
import { PhotoInput } from '../../kit/capture/photo-input.js';
import { Button, ButtonLink, IconButton } from '../../ui/buttons/button.js';
import { FieldSet } from '../../ui/inputs/field.js';
import { Progress } from '../../ui/feedback/progress.js';
import { ItemCover } from '../item-cover.js';
import type { Upload } from './use-upload.js';

const acceptedTypes =
  'image/jpeg,image/png,image/webp,application/pdf,video/mp4,video/webm,video/quicktime';
const megabytes = (bytes: number): string => (bytes / 1024 ** 2).toFixed(1);

interface OfferFileFieldProps {
  hasFile: boolean;
  upload: Upload;
  error: string | undefined;
}

/** File of an offer, uploaded resumably while the form is filled in. */
export function OfferFileField({ hasFile, upload, error }: OfferFileFieldProps): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  const { file, progress } = upload;
  return (
    <FieldSet
      label={t`File`}
      error={upload.error ?? error}
      hint={t`Image or PDF up to 10 MB, video up to 50 MB`}
    >
      {file && progress === undefined && (
        <p className="label font-medium break-words">{file.name}</p>
      )}
      {file && progress !== undefined && (
        <div className="row">
          <div className="stack grow min-w-0 gap-1">
            <Progress label={t`Uploading ${file.name}`} percent={progress * 100} />
            <span className="meta num" role="status">
              {upload.isInterrupted
                ? t`The connection was lost. It goes on where it stopped.`
                : t`${megabytes(progress * file.size)} of ${megabytes(file.size)} MB`}
            </span>
          </div>
          <IconButton icon={X} label={t`Stop uploading ${file.name}`} onClick={upload.stop} />
        </div>
      )}
      <Button
        icon={UploadIcon}
        name="fileId"
        className="self-start"
        disabled={progress !== undefined}
        onClick={() => input.current?.click()}
      >
        {hasFile ? t`Choose another file` : t`Choose file`}
      </Button>
      <PhotoInput
        ref={input}
        accept={acceptedTypes}
        aria-label={t`File`}
        onFiles={(files) => files?.[0] && upload.start(files[0])}
      />
    </FieldSet>
  );
}

interface OfferFileProps {
  fileId: string;
  fileType: FileKind;
  /** File chosen in this form, if any. */
  file?: File | undefined;
  title: string;
}

/** Image, playable video, or link to a PDF. */
export function OfferFile({ fileId, fileType, file, title }: OfferFileProps): ReactNode {
  const localUrl = useBlobUrl(file);
  if (file) return <FileContent url={localUrl} type={fileKindOf(file)} title={title} />;
  return fileId === '' ? (
    <ItemCover />
  ) : (
    <StoredFile fileId={fileId} fileType={fileType} title={title} />
  );
}

function StoredFile({ fileId, fileType, title }: OfferFileProps): ReactNode {
  const { url, failed } = useFileUrl(fileId, fileType === 'image' ? '1280' : undefined);
  if (failed)
    return (
      <p role="status">{t`The file cannot be fetched now. Try again when the network is back.`}</p>
    );
  return <FileContent url={url} type={fileType} title={title} />;
}

function FileContent({
  url,
  type,
  title,
}: {
  url: string | undefined;
  type: FileKind;
  title: string;
}): ReactNode {
  if (type === 'pdf')
    return url === undefined ? (
      <Button size="lg" block icon={FileText} disabled>
        {t`Open PDF`}
      </Button>
    ) : (
      <ButtonLink href={url} size="lg" block icon={FileText} target="_blank" rel="noreferrer">
        {t`Open PDF`}
      </ButtonLink>
    );
  return (
    <div className="grid min-h-32 place-items-center overflow-hidden rounded-card bg-sunken *:max-h-[60dvh]">
      {url &&
        (type === 'video' ? (
          <video src={url} aria-label={title} controls playsInline preload="metadata" />
        ) : (
          <img src={url} alt={title} />
        ))}
    </div>
  );
}
