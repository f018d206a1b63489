type Child = Node | string | undefined;

/** Creates an element. Texts are never read as HTML. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  classes: string,
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const created = document.createElement(tag);
  if (classes !== '') created.className = classes;
  created.append(...children.filter((child) => child !== undefined));
  return created;
}

/** Element of the page with this id; throws if it has none of this kind. */
export function byId<Kind extends HTMLElement>(id: string, kind: abstract new () => Kind): Kind {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`The page has no ${id}`);
  return found;
}
