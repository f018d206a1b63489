import { CircleAlert, Info, WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from './classes.js';
import { Icon, type IconType } from './icon.js';
import { toneStyle } from './tone.js';

type BannerTone = 'warning' | 'neutral' | 'info' | 'danger';

const icons: Record<BannerTone, IconType> = { warning: CircleAlert, neutral: WifiOff, info: Info, danger: CircleAlert };

interface BannerProps {
  tone: BannerTone;
  children: ReactNode;
  /** Buttons beside the words; below them on the phone. */
  actions?: ReactNode;
  icon?: IconType;
  /** Inside a page, with round corners; else over the whole width under the top bar. */
  inset?: boolean;
}

/** A state that lasts. What I just did is a toast. */
export function Banner({ tone, children, actions, icon, inset = false }: BannerProps): ReactNode {
  return (
    <div className={classes('banner', inset && 'is-inset')} style={toneStyle(tone)} role="status">
      <Icon of={icon ?? icons[tone]} />
      <div className="banner-b">
        <span className="grow">{children}</span>
        {actions && <span className="banner-acts">{actions}</span>}
      </div>
    </div>
  );
}
