import { t } from '@lingui/core/macro';
import { MapPin } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { coordinatesText } from '#domain/kernel/values/coordinates.js';
import type { DeviceLocation } from '../kit/capture/use-geolocation.js';
import { Button } from '../ui/buttons/button.js';
import { FieldError } from '../ui/inputs/field.js';
import { Icon } from '../ui/display/icon.js';

/** Step 2: the place, requested at once and optional. */
export function VisitPlace({
  location: { finding, find },
}: {
  location: DeviceLocation;
}): ReactNode {
  useEffect(() => {
    if (finding.state === 'idle') find();
  }, [finding.state, find]);
  return (
    <section className="stack gap-3" aria-labelledby="where">
      <h2 id="where" className="t2">
        {t`Capture Location`}
      </h2>
      <div className="card card-b row gap-3" role="status">
        <Icon icon={MapPin} size="l" className="text-accent-ink" />
        {finding.state === 'found' ? (
          <span className="grow">
            <span className="label font-medium block">
              {finding.place.address ?? t`Location captured`}
            </span>
            <span className="meta num block">
              <span>{coordinatesText(finding.place)}</span>
              {finding.accuracyMetres !== undefined && (
                <span>{t`, within ${finding.accuracyMetres} m`}</span>
              )}
            </span>
          </span>
        ) : (
          <span className="label grow">
            {finding.state === 'asking'
              ? t`Finding where you are, up to 10 seconds`
              : t`Where the visit takes place`}
          </span>
        )}
      </div>
      {finding.state === 'failed' && <FieldError>{t`Unable to retrieve your location`}</FieldError>}
    </section>
  );
}

/** Buttons of the place step: try again, or continue. */
export function PlaceActs({
  location: { finding, find },
  onDone,
}: {
  location: DeviceLocation;
  onDone: () => void;
}): ReactNode {
  return (
    <>
      {finding.state !== 'asking' && (
        <Button size="lg" onClick={find}>
          {finding.state === 'idle' ? t`Capture Location` : t`Try again`}
        </Button>
      )}
      <Button kind="primary" size="lg" onClick={onDone}>
        {finding.state === 'found' ? t`Continue` : t`Continue without location`}
      </Button>
    </>
  );
}
