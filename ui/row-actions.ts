import type { Icon } from '@tabler/icons-react'

export interface RowAction<Row> {
  label: string
  icon?: Icon
  onClick?: (row: Row) => void
  href?: (row: Row) => string
  danger?: boolean
  /** Why it cannot be done now; rendered below the label. */
  disabled?: (row: Row) => string | false | undefined
}

export interface RowActionsProps<Row> {
  row: Row
  name: string
  actions: readonly RowAction<Row>[]
}
