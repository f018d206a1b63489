import type { AnchorHTMLAttributes, ReactNode, Ref } from 'react';
import {
  type To,
  useHref,
  useLinkClickHandler,
  useLocation,
  useResolvedPath,
} from 'react-router-dom';

export interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  readonly to: To;
  /** Told to the screen beside its address. */
  readonly state?: unknown;
  readonly ref?: Ref<HTMLAnchorElement>;
}

/**
 * Link to a screen of the app. The router's own brings the code that prefetches data of its
 * framework mode.
 */
export function Link({ to, state, target, onClick, ...rest }: LinkProps): ReactNode {
  const href = useHref(to);
  const open = useLinkClickHandler(to, { state, ...(target !== undefined && { target }) });
  return (
    <a
      {...rest}
      href={href}
      target={target}
      onClick={(event) => {
        onClick?.(event);
        if (!event.defaultPrevented) open(event);
      }}
    />
  );
}

/**
 * Link of a navigation, marked as current on its screen; without `end` also on the screens below.
 */
export function NavLink({
  end = false,
  ...link
}: LinkProps & { readonly end?: boolean }): ReactNode {
  const { pathname: own } = useResolvedPath(link.to);
  const { pathname } = useLocation();
  const isCurrent = pathname === own || (!end && own !== '/' && pathname.startsWith(`${own}/`));
  return <Link {...link} aria-current={isCurrent ? 'page' : undefined} />;
}
