import { t } from '@lingui/core/macro';
import { MapPin } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { coordinatesText } from '#domain/kernel/values/coordinates.js';
import type { DeviceLocation } from '../kit/capture/use-geolocation.js';
import { capturedPlaceText } from '../kit/leads/contact.js';
import { Button } from '../ui/buttons/button.js';
import { FieldError } from '../ui/inputs/field.js';
import { Icon } from '../ui/display/icon.js';

/** Step 2: the place, requested at once and optional. */
export function VisitPlace({
  location: { searchState, findLocation },
}: {
  location: DeviceLocation;
}): ReactNode {
  useEffect(() => {
    if (searchState.state === 'idle') findLocation();
  }, [searchState.state, findLocation]);
  return (
    <section className="stack gap-3" aria-labelledby="where">
      <h2 id="where" className="t2">
        {t`Capture Location`}
      </h2>
      <div className="card card-b row gap-3" role="status">
        <Icon icon={MapPin} size="l" className="text-accent-ink" />
        {searchState.state === 'found' ? (
          <span className="grow">
            <span className="label font-medium block">
              {capturedPlaceText(searchState.place, searchState.accuracyMetres)}
            </span>
            <span className="meta block tabular-nums">{coordinatesText(searchState.place)}</span>
          </span>
        ) : (
          <span className="label grow">
            {searchState.state === 'asking'
              ? t`Finding where you are, up to 10 seconds`
              : t`Where the visit takes place`}
          </span>
        )}
      </div>
      {searchState.state === 'failed' && (
        <FieldError>{t`Unable to retrieve your location`}</FieldError>
      )}
    </section>
  );
}

/** Buttons of the place step: try again, or continue. */
export function PlaceActions({
  location: { searchState, findLocation },
  onDone,
}: {
  location: DeviceLocation;
  onDone: () => void;
}): ReactNode {
  return (
    <>
      {searchState.state !== 'asking' && (
        <Button size="lg" onClick={findLocation}>
          {searchState.state === 'idle' ? t`Capture Location` : t`Try again`}
        </Button>
      )}
      <Button kind="primary" size="lg" onClick={onDone}>
        {searchState.state === 'found' ? t`Continue` : t`Continue without location`}
      </Button>
    </>
  );
}
