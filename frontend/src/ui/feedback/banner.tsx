import { CircleAlert, Info, WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from '../classes.js';
import { Icon, type IconType } from '../display/icon.js';
import { toneStyle } from '../tone.js';

type BannerTone = 'warning' | 'neutral' | 'info' | 'danger';

const icons: Record<BannerTone, IconType> = {
  warning: CircleAlert,
  neutral: WifiOff,
  info: Info,
  danger: CircleAlert,
};

interface BannerProps {
  tone: BannerTone;
  children: ReactNode;
  /** Buttons beside the text; below it on a phone. */
  actions?: ReactNode;
  icon?: IconType;
  /**
   * Set inside a page, for round corners. Otherwise the banner has full width below the top bar.
   */
  inset?: boolean;
  /** `alert` for the result of a press. */
  role?: 'status' | 'alert';
}

const actionsClass =
  '-mx-2.5 -my-1.5 flex flex-wrap *:min-h-9 *:px-2.5 *:font-strong *:text-inherit *:underline *:underline-offset-3 max-md:*:min-h-tap';

/** Banner of a lasting state. The result of an action is a toast. */
export function Banner({
  tone,
  children,
  actions,
  icon,
  inset = false,
  role = 'status',
}: BannerProps): ReactNode {
  return (
    <div
      className={classes(
        'banner flex gap-2.5 bg-(--s) text-label text-(--k) [&_b]:font-strong',
        inset ? 'items-start rounded-control p-3' : 'items-center px-gutter py-2.5',
      )}
      style={toneStyle(tone)}
      role={role}
    >
      <Icon icon={icon ?? icons[tone]} className="text-(--m)" />
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3">
        <span className="min-w-0 flex-[1_1_14rem]">{children}</span>
        {actions && <span className={actionsClass}>{actions}</span>}
      </div>
    </div>
  );
}
