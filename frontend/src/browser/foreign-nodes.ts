/** Direct child of a parent that contains a node. */
function childContaining(node: Node, parent: Node): ChildNode | undefined {
  let holder: Node | null = node;
  while (holder && holder.parentNode !== parent) holder = holder.parentNode;
  return (holder ?? undefined) as ChildNode | undefined;
}

/**
 * Patches the DOM so that React survives text nodes replaced by translations or extensions. See
 * https://github.com/facebook/react/issues/11538.
 */
export function tolerateForeignNodes(prototype: Node = Node.prototype): void {
  const { removeChild, insertBefore } = prototype;
  prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    const directChild = childContaining(child, this);
    if (directChild) removeChild.call(this, directChild);
    return child;
  };
  prototype.insertBefore = function <Inserted extends Node>(
    this: Node,
    inserted: Inserted,
    before: Node | null,
  ): Inserted {
    return insertBefore.call(
      this,
      inserted,
      (before && childContaining(before, this)) ?? null,
    ) as Inserted;
  };
}
