import type { Icon } from '@tabler/icons-react'

import { useFirstUse } from './first-use.ts'
import { RowActionsButton } from './RowActionsButton.tsx'

export interface RowAction<Row> {
  label: string
  icon?: Icon
  onClick?: (row: Row) => void
  href?: (row: Row) => string
  danger?: boolean
  /** The reason why it cannot be done now; drawn below the label. */
  disabled?: (row: Row) => string | false | undefined
}

interface RowActionsProps<Row> {
  row: Row
  name: string
  actions: readonly RowAction<Row>[]
}

const load = () => import('./RowActionsPanel.tsx').then((file) => file.RowActionsPanel)

/** The menu at the end of a row; what cannot be done says why. A long list has many: each is made at its first use. */
export function RowActions<Row>({ row, name, actions }: RowActionsProps<Row>) {
  const { Panel, handlers } = useFirstUse(load)
  if (actions.length === 0) return null
  if (!Panel) return <RowActionsButton name={name} aria-haspopup="menu" aria-expanded={false} {...handlers} />
  const items = actions.map(({ label, icon, danger, onClick, href, disabled }) => ({
    label,
    icon,
    danger,
    onClick: () => onClick?.(row),
    href: href?.(row),
    reason: disabled?.(row) || undefined,
  }))
  return <Panel name={name} items={items} />
}
