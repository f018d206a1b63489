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
  /** Router state for the screen. */
  readonly state?: unknown;
  readonly ref?: Ref<HTMLAnchorElement>;
}

/** Link within the app. The router's own would bundle prefetching of its framework mode. */
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

/** Navigation link, marked as current on its screen; without `end` on screens below too. */
export function NavLink({
  end = false,
  ...link
}: LinkProps & { readonly end?: boolean }): ReactNode {
  const { pathname: own } = useResolvedPath(link.to);
  const { pathname } = useLocation();
  const isCurrent = pathname === own || (!end && own !== '/' && pathname.startsWith(`${own}/`));
  return <Link {...link} aria-current={isCurrent ? 'page' : undefined} />;
}
