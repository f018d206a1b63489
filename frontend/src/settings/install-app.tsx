import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Share } from 'lucide-react';
import type { ReactNode } from 'react';
import { useInstalling } from '../lib/install.js';
import { Button } from '../ui/button.js';
import { Icon } from '../ui/icon.js';
import { Card } from '../ui/surface.js';

/** Puts the app on the device, where the browser can. */
export function InstallApp(): ReactNode {
  const installing = useInstalling();
  if (installing.state === 'not-offered') return null;
  return (
    <Card title={t`App on this device`} bodyClassName="stack gap-4">
      <p className="label text-ink-2">
        {installing.state === 'installed' && t`Fieldtrace is installed on this device.`}
        {installing.state === 'offered' && t`Opens from the home screen and without a network.`}
        {installing.state === 'by-hand-on-ios' && (
          <Trans>
            Tap Share <Icon of={Share} size="s" /> in the browser, then Add to Home Screen.
          </Trans>
        )}
      </p>
      {installing.state === 'offered' && (
        <Button className="self-start" onClick={() => void installing.install()}>
          {t`Install App`}
        </Button>
      )}
    </Card>
  );
}
