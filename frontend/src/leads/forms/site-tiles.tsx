import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Camera, Images, MapPin } from 'lucide-react';
import { type ComponentProps, type ReactNode, useRef } from 'react';
import type { Place } from '#domain/kernel/schema.js';
import { hasTouch } from '../../browser/media.js';
import { FieldError, FieldSet } from '../../ui/inputs/field.js';
import { unbroken } from '../../ui/display/format.js';
import { Icon, type IconType } from '../../ui/display/icon.js';
import { placeName, placeText } from '../../kit/leads/contact.js';
import { PhotoInput } from '../../kit/capture/photo-input.js';
import { PhotoStrip } from '../../kit/capture/photo-strip.js';
import type { RecordPhotos } from '../../kit/capture/record-photos.js';
import type { DeviceLocation } from '../../kit/capture/use-geolocation.js';
import type { Undo } from '../../kit/commands/undo.js';
import type { Photos } from '../../kit/capture/use-photos.js';

interface SiteTilesProps {
  photos: Photos;
  /** Photos that the record keeps. */
  recordPhotos: RecordPhotos | undefined;
  location: DeviceLocation;
  /** Error about the photos. */
  error?: string | undefined;
}

/** Tiles to take photos and the location on site. Both are optional. */
export function SiteTiles({
  photos,
  recordPhotos,
  location,
  error = photos.error,
}: SiteTilesProps): ReactNode {
  const remove = (fileId: string): Undo =>
    recordPhotos?.fileIds.includes(fileId) ? recordPhotos.remove(fileId) : photos.remove(fileId);
  return (
    <>
      <FieldSet label={t`Photos and location`} optional>
        <div className="grid grid-cols-[repeat(auto-fit,minmax(5.5rem,1fr))] gap-2">
          <PhotoCaptureTiles photos={photos} storedCount={recordPhotos?.fileIds.length ?? 0} />
          <LocationTile location={location} />
        </div>
      </FieldSet>
      <PhotoStrip stored={recordPhotos?.fileIds} files={photos.files} onRemove={remove} />
      {error && <FieldError>{error}</FieldError>}
      {location.searchState.state === 'found' && location.searchState.place.address && (
        <AddressSource />
      )}
      {location.searchState.state === 'failed' && (
        <FieldError>{t`Unable to retrieve your location`}</FieldError>
      )}
    </>
  );
}

/** Tile of the camera and, on a phone, one of the gallery. */
function PhotoCaptureTiles({
  photos: { files, add },
  storedCount,
}: {
  photos: Photos;
  storedCount: number;
}): ReactNode {
  const camera = useRef<HTMLInputElement>(null);
  const gallery = useRef<HTMLInputElement>(null);
  const isTouchDevice = hasTouch();
  const count = files.length + storedCount;
  const waiting = files.filter(({ uploaded }) => !uploaded).length;
  const actionName = isTouchDevice ? t`Take photo` : t`Add photo`;
  const stateText = waiting > 0 ? t`${waiting} waiting` : t`Kept`;
  return (
    <>
      <CaptureTile
        icon={Camera}
        name={count > 0 ? plural(count, { one: '# photo', other: '# photos' }) : actionName}
        meta={count > 0 ? stateText : undefined}
        onClick={() => (isTouchDevice ? camera : gallery).current?.click()}
      />
      {isTouchDevice && (
        <CaptureTile icon={Images} name={t`Gallery`} onClick={() => gallery.current?.click()} />
      )}
      <PhotoInput ref={camera} capture="environment" data-testid="camera" onFiles={add} />
      <PhotoInput ref={gallery} multiple onFiles={add} />
    </>
  );
}

function LocationTile({
  location: { searchState, findLocation, clearLocation },
}: {
  location: DeviceLocation;
}): ReactNode {
  const [name, meta] = {
    idle: [t`Add location`, undefined],
    asking: [t`Finding location`, t`Up to 10 seconds`],
    failed: [t`Add location`, t`Try again`],
    found: [t`Location kept`, searchState.state === 'found' ? foundPlaceText(searchState) : ''],
  }[searchState.state];
  return (
    <CaptureTile
      icon={MapPin}
      name={name}
      meta={meta}
      aria-busy={searchState.state === 'asking' || undefined}
      onClick={searchState.state === 'found' ? clearLocation : findLocation}
      title={
        searchState.state === 'found'
          ? [searchState.place.address, t`Press to remove`].filter(Boolean).join('. ')
          : undefined
      }
    />
  );
}

type TileProps = Omit<ComponentProps<'button'>, 'name'> & {
  icon: IconType;
  name: string | undefined;
  meta?: string | undefined;
};

function CaptureTile({ icon, name, meta, ...buttonProps }: TileProps): ReactNode {
  return (
    <button
      {...buttonProps}
      type="button"
      className="label flex min-h-18 flex-col items-center justify-center gap-1.5 rounded-card bg-surface p-2 text-center font-medium inset-ring inset-ring-line hover:bg-hover"
    >
      <Icon icon={icon} />
      <span>
        {name}
        {meta && (
          <span className="meta line-clamp-2 min-w-0 wrap-anywhere font-regular">{meta}</span>
        )}
      </span>
    </button>
  );
}

/** Attribution that OpenStreetMap requires. */
const AddressSource = (): ReactNode => (
  <p className="meta mt-1">
    <Trans>
      Address ©{' '}
      <a
        className="underline"
        href="https://www.openstreetmap.org/copyright"
        target="_blank"
        rel="noreferrer"
      >
        OpenStreetMap contributors
      </a>
    </Trans>
  </p>
);

function foundPlaceText({
  place,
  accuracyMetres,
}: {
  place: Place;
  accuracyMetres: number | undefined;
}): string {
  if (place.address || accuracyMetres === undefined) return placeName(place);
  return place.name ? placeText(place, accuracyMetres) : unbroken(t`Within ${accuracyMetres} m`);
}
