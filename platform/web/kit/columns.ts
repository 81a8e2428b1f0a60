import type { Column } from '#ui/DataTable.tsx'
import { useListPreferences } from './preferences.ts'

type Named = { key: string }

/** Columns in the order that the person chose; the first names the row and stays, and new ones come last. */
export function inOrder<One extends Named>(
  [first, ...rest]: readonly One[],
  order: readonly string[] = [],
): readonly One[] {
  const positionOf = ({ key }: One): number => {
    const at = order.indexOf(key)
    return at < 0 ? order.length : at
  }
  return [...(first ? [first] : []), ...rest.toSorted((a, b) => positionOf(a) - positionOf(b))]
}

/** The order of columns after one of them moves one position forward. */
export function moveColumnForward(columns: readonly Named[], key: string): string[] {
  const keys = columns.map((one) => one.key)
  const at = keys.indexOf(key)
  return at < 1 ? keys : [...keys.slice(0, at - 1), key, keys[at - 1]!, ...keys.slice(at + 1)]
}

/** The keys of the columns that a list hides: those the person hid, or the ones hidden by default. */
export const leftOut = (
  columns: readonly (Named & { isExtra?: boolean })[],
  hidden: readonly string[] | undefined,
): readonly string[] => hidden ?? columns.filter(({ isExtra }) => isExtra).map(keyOf)

/** The columns of a list that the person wants to see, in their order; `isChosen` if that is not the default. */
export function useShownColumns<Row>(
  list: string,
  columns: readonly Column<Row>[],
): { columns: readonly Column<Row>[]; isChosen: boolean } {
  const { hidden, order } = useListPreferences()
  const out = leftOut(columns, hidden[list])
  if (out.length === 0 && !order[list]) return { columns, isChosen: false }
  const shown = inOrder(columns, order[list]).filter(({ key }, at) => at === 0 || !out.includes(key))
  const usual = columns.filter(({ isExtra }) => !isExtra)
  return { columns: shown, isChosen: String(shown.map(keyOf)) !== String(usual.map(keyOf)) }
}

const keyOf = ({ key }: Named): string => key

/** The headings of columns in the list's file. */
export const headingsOf = <Row>(columns: readonly Column<Row>[]): string[] =>
  columns.flatMap(({ file, title, key }) => file ?? [title, key])
