import { FileImage, FileText, Film, ImageOff } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { useFileUrl } from '../lib/photos/photos.js';
import { classes } from '../ui/classes.js';
import { Icon } from '../ui/display/icon.js';
import { placeholderStyle } from '../ui/display/photo.js';
import type { CatalogueItem } from './items.js';

const fileTypeIcons = { image: FileImage, pdf: FileText, video: Film } as const;

/** Cover of an item. Public covers are cached forever and have a placeholder. */
export function Cover({
  item: { coverId, cover, offer, title },
  className,
}: {
  item: CatalogueItem;
  className?: string | undefined;
}): ReactNode {
  if (cover) {
    const { path, placeholder } = cover;
    const sizes = {
      srcSet: `${path}/320 320w, ${path}/640 640w`,
      sizes: '(min-width: 640px) 20rem, 100vw',
    };
    return (
      <ItemCover
        src={`${path}/320`}
        {...sizes}
        alt={title}
        placeholder={placeholder}
        className={className}
      />
    );
  }
  if (coverId) return <Picture fileId={coverId} alt={title} className={className} />;
  if (offer?.fileType === 'pdf')
    return <FirstPage fileId={offer.fileId} alt={title} className={className} />;
  return (
    <ItemCover className={className}>
      <Icon icon={offer ? fileTypeIcons[offer.fileType] : ImageOff} size="l" />
    </ItemCover>
  );
}

interface PictureProps {
  fileId: string;
  alt: string;
  className?: string | undefined;
}

/** First page of a PDF, or a document's icon while there is no picture of it. */
function FirstPage({ fileId, alt, className }: PictureProps): ReactNode {
  const { url, kind } = useFileUrl(fileId, '640');
  return (
    <ItemCover src={kind === 'image' ? url : undefined} alt={alt} className={className} isPage>
      <Icon icon={FileText} size="l" />
    </ItemCover>
  );
}

export function Picture({ fileId, ...imageProps }: PictureProps): ReactNode {
  const { url, placeholder } = useFileUrl(fileId, '320');
  return <ItemCover src={url} placeholder={placeholder} {...imageProps} />;
}

/** Cover image, or a placeholder. */
export function ItemCover({
  placeholder,
  className,
  children,
  isPage = false,
  ...picture
}: ComponentProps<'img'> & {
  placeholder?: string | undefined;
  /** Whether the image is a page, whose upper part is shown. */
  isPage?: boolean;
}): ReactNode {
  return (
    <div
      className={classes(
        'grid aspect-4/3 place-items-center overflow-hidden text-ink-3',
        // a white page needs an edge
        isPage && picture.src ? 'bg-line p-px' : 'bg-sunken',
        className,
      )}
      style={placeholderStyle(placeholder)}
    >
      {picture.src ? (
        <img
          {...picture}
          className={classes('size-full object-cover', isPage && 'object-top')}
          loading="lazy"
          decoding="async"
          draggable={false}
        />
      ) : (
        children
      )}
    </div>
  );
}
