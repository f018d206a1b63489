import {
  type AnchorHTMLAttributes,
  createContext,
  type ReactNode,
  type Ref,
  useContext,
} from 'react';
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

/** Returns the address of a link; undefined switches the link off. */
type LinkAddress = (to: string) => string | undefined;
const Addresses = createContext<LinkAddress>((to) => to);

/** Changes the addresses of all links inside. */
export const LinkAddresses = Addresses.Provider;

export const useLinkAddress = (): LinkAddress => useContext(Addresses);

/** Link within the app. The router's `Link` would bundle prefetching for its framework mode. */
export function Link({ to, state, target, onClick, ...rest }: LinkProps): ReactNode {
  const addressOf = useLinkAddress();
  const address = typeof to === 'string' ? addressOf(to) : to;
  const href = useHref(address ?? '');
  const open = useLinkClickHandler(address ?? '', {
    state,
    ...(target !== undefined && { target }),
  });
  if (address === undefined) return <a className={rest.className}>{rest.children}</a>;
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

/** Navigation link, marked as current on its screen, and on nested screens unless `end` is set. */
export function NavLink({
  end = false,
  ...link
}: LinkProps & { readonly end?: boolean }): ReactNode {
  const { pathname: linkPath } = useResolvedPath(link.to);
  const { pathname } = useLocation();
  const isCurrent =
    pathname === linkPath || (!end && linkPath !== '/' && pathname.startsWith(`${linkPath}/`));
  return <Link {...link} aria-current={isCurrent ? 'page' : undefined} />;
}
