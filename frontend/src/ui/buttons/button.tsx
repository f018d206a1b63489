import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { classes } from '../classes.js';
import { Icon, type IconType, Spinner } from '../display/icon.js';
import { Link, useLinkAddress } from './link.js';
import { textElements } from '../text-element.js';

type ButtonKind = 'primary' | 'plain' | 'soft' | 'ghost' | 'danger' | 'danger-ghost' | 'whatsapp';

interface ButtonStyle {
  /**
   * Emphasis: one primary button per view, plain for the second action, ghost for others. Danger
   * only in confirmations.
   */
  kind?: ButtonKind;
  /** `lg`: the main action of a phone screen. */
  size?: 'lg';
  block?: boolean;
  icon?: IconType;
  children?: ReactNode;
  className?: string;
}

function buttonClasses({ kind = 'plain', size, block, className }: ButtonStyle): string {
  const name = kind === 'danger-ghost' ? 'btn-ghost btn-danger-ghost' : `btn-${kind}`;
  return classes('btn', name, size && `btn-${size}`, block && 'btn-block', className);
}

type ButtonProps = ButtonStyle &
  ButtonHTMLAttributes<HTMLButtonElement> & {
    /** Shows progress, keeps the width and ignores presses. */
    busy?: boolean;
    ref?: Ref<HTMLButtonElement>;
  };

export function Button({
  kind,
  size,
  block,
  icon,
  busy = false,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps): ReactNode {
  return (
    <button
      {...rest}
      type={busy && type === 'submit' ? 'button' : type}
      className={buttonClasses({ kind, size, block, className })}
      aria-busy={busy || rest['aria-busy']}
      aria-disabled={busy || rest['aria-disabled']}
      onClick={busy ? undefined : onClick}
    >
      {busy ? <Spinner /> : icon && <Icon icon={icon} size="s" />}
      {textElements(children)}
    </button>
  );
}

type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> & {
  /** Name of the action; read out, and shown on hover. */
  label: string;
  icon: IconType;
  kind?: ButtonKind;
  /** Content over the icon, such as a count. */
  children?: ReactNode;
  ref?: Ref<HTMLButtonElement>;
};

export function IconButton({
  label,
  icon,
  kind = 'ghost',
  className,
  children,
  ...rest
}: IconButtonProps): ReactNode {
  return (
    <Button
      {...rest}
      kind={kind}
      className={classes('btn-icon', className)}
      aria-label={label}
      title={rest.title ?? label}
    >
      <Icon icon={icon} />
      {children}
    </Button>
  );
}

type LinkProps = ButtonStyle &
  Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> &
  (
    | {
        /** Screen of the app. */ to: string;
        /** Router state of that screen. */ state?: unknown;
        href?: never;
      }
    | { /** Other address: `tel:`, a map, a file. */ href: string; to?: never; state?: never }
  );

/** Link that looks like a button. */
export function ButtonLink({
  kind,
  size,
  block,
  icon,
  className,
  children,
  to,
  href,
  state,
  ...rest
}: LinkProps): ReactNode {
  const name = buttonClasses({ kind, size, block, className });
  const addressOf = useLinkAddress();
  if (to !== undefined && addressOf(to) === undefined) return null;
  const content = (
    <>
      {icon && <Icon icon={icon} size="s" />}
      {textElements(children)}
    </>
  );
  return to === undefined ? (
    <a {...rest} href={href} className={name}>
      {content}
    </a>
  ) : (
    <Link {...rest} to={to} state={state} className={name}>
      {content}
    </Link>
  );
}

/** Link with an icon alone: back, call, WhatsApp. */
export function IconLink({
  label,
  icon,
  className,
  ...rest
}: Omit<LinkProps, 'children'> & { label: string; icon: IconType }): ReactNode {
  return (
    <ButtonLink
      {...(rest as LinkProps)}
      kind="ghost"
      className={classes('btn-icon', className)}
      aria-label={label}
      title={label}
    >
      <Icon icon={icon} />
    </ButtonLink>
  );
}
