import type { Icon } from '@tabler/icons-react'

export interface RowAction<Row> {
  label: string
  icon?: Icon
  onClick?: (row: Row) => void
  href?: (row: Row) => string
  danger?: boolean
  /** The reason why it cannot be done now; rendered below the label. */
  disabled?: (row: Row) => string | false | undefined
}

export interface RowActionsProps<Row> {
  row: Row
  name: string
  actions: readonly RowAction<Row>[]
}

/** The order of a menu: as given, what destroys last. */
export const destructiveLast = <One extends { danger?: boolean | undefined }>(
  actions: readonly One[],
): One[] => actions.toSorted((one, other) => Number(one.danger ?? false) - Number(other.danger ?? false))
