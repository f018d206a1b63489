import { t } from '@lingui/core/macro';
import { useMutation } from '@tanstack/react-query';
import { Building2 } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { newId, Problem, uploadFile } from '../lib/server/api.js';
import { shrinkPhoto, useFileUrl } from '../lib/photos/photos.js';
import { fileRefusal } from '../kit/capture/file-refusal.js';
import { photosWaitingText } from '../kit/texts/labels.js';
import { PhotoInput } from '../kit/capture/photo-input.js';
import { useCommand } from '../kit/commands/use-command.js';
import { canSucceedLater, useRetry } from '../kit/capture/use-retry.js';
import { Button } from '../ui/buttons/button.js';
import { FieldError } from '../ui/inputs/field.js';
import { Icon } from '../ui/display/icon.js';
import { Card } from '../ui/layout/surface.js';

interface NewLogo {
  readonly fileId: string;
  readonly file: File;
}

/** Replaces the logo as soon as a file is chosen; after a failure the old one stays. */
export function OrganizationLogo({ logoFileId }: { logoFileId: string | undefined }): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  const { send, busy, disabled, message } = useCommand('ChangeOrganizationDetails', {
    failed: t`Failed to save the logo`,
    done: t`Organization details saved successfully`,
  });
  const [logoToSend, setLogoToSend] = useState<NewLogo>();
  const uploading = useMutation({
    mutationFn: async ({ fileId, file }: NewLogo) => {
      // PNG, because a logo may be transparent
      await uploadFile(
        fileId,
        await shrinkPhoto(file, file.type === 'image/jpeg' ? 'image/jpeg' : 'image/png'),
        { name: file.name },
      );
      send({ logoFileId: fileId });
    },
    onSuccess: () => setLogoToSend(undefined),
    onError: (problem, logo) => {
      setLogoToSend(canSucceedLater(problem) ? logo : undefined);
      recordFailure();
    },
  });
  const recordFailure = useRetry(
    logoToSend !== undefined,
    () => logoToSend && uploading.mutate(logoToSend),
  );
  const { error, isPending } = uploading;
  const why =
    error instanceof Problem ? fileRefusal(error, 'pictures') : t`The server could not be reached.`;
  const failure = error ? t`Failed to upload the logo. ${why}` : message;
  const upload = (files: FileList | null): void => {
    const [file] = files ?? [];
    if (file) uploading.mutate({ fileId: newId(), file });
  };
  const remove = (): void => {
    uploading.reset();
    setLogoToSend(undefined);
    send({ logoFileId: null });
  };

  return (
    <Card title={t`Logo`} bodyClassName="stack gap-3">
      <div className="row wrap gap-4">
        <span className="grid size-16 flex-none place-items-center overflow-hidden rounded-control bg-sunken text-ink-3">
          {logoFileId === undefined ? (
            <Icon icon={Building2} size="l" />
          ) : (
            <Logo fileId={logoFileId} />
          )}
        </span>
        <span className="grow meta">{t`JPG, PNG or WebP up to 10 MB`}</span>
        <Button busy={isPending || busy} disabled={disabled} onClick={() => input.current?.click()}>
          {logoFileId === undefined ? t`Upload Logo` : t`Replace Logo`}
        </Button>
        {logoFileId !== undefined && (
          <Button kind="ghost" disabled={isPending || busy || disabled} onClick={remove}>
            {t`Remove`}
          </Button>
        )}
        <PhotoInput
          ref={input}
          accept="image/jpeg,image/png,image/webp"
          onFiles={upload}
          aria-label={t`Logo file`}
        />
      </div>
      {failure && <FieldError>{failure}</FieldError>}
      {logoToSend && (
        <p className="meta" role="status">
          {photosWaitingText(1)}
        </p>
      )}
    </Card>
  );
}

function Logo({ fileId }: { fileId: string }): ReactNode {
  const { url } = useFileUrl(fileId, '320');
  return (
    url && <img className="size-full object-contain" src={url} alt={t`Logo of your organization`} />
  );
}
