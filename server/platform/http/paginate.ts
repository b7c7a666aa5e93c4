/**
 * Returns one page of a list in the form of the contract.
 *
 * @param all every entry, in order
 */
export function paginate<Item>(
  all: readonly Item[],
  { offset, count }: { readonly offset: number; readonly count: number },
): { items: Item[]; count: number; total: number } {
  const items = all.slice(offset, offset + count)
  return { items, count: items.length, total: all.length }
}
