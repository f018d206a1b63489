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
  /** `alert` for what answers a press. */
  role?: 'status' | 'alert';
}

/** A state that lasts. What I just did is a toast. */
export function Banner({ tone, children, actions, icon, inset = false, role = 'status' }: BannerProps): ReactNode {
  return (
    <div className={classes('banner', inset && 'is-inset')} style={toneStyle(tone)} role={role}>
      <Icon of={icon ?? icons[tone]} />
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3">
        <span className="min-w-0 flex-[1_1_14rem]">{children}</span>
        {actions && <span className="-mx-2.5 -my-1.5 flex flex-wrap">{actions}</span>}
      </div>
    </div>
  );
}
