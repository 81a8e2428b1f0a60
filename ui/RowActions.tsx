import { ActionIcon, Menu } from '@mantine/core'
import { IconDotsVertical, type Icon } from '@tabler/icons-react'

import { Link } from './Link.tsx'

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

/** The menu at the end of a row; what cannot be done says why. */
export function RowActions<Row>({ row, name, actions }: RowActionsProps<Row>) {
  if (actions.length === 0) return null
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon aria-label={`Actions for ${name}`} size={32}>
          <IconDotsVertical size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map(({ label, icon: Mark, onClick, href, danger, disabled }) => {
          const reason = disabled?.(row) || undefined
          const common = {
            leftSection: Mark && <Mark size={16} aria-hidden />,
            c: danger ? 'var(--pw-red-ink)' : undefined,
            children: (
              <>
                {label}
                {reason && (
                  <div style={{ fontSize: 'var(--mantine-font-size-xs)', maxWidth: 240 }}>{reason}</div>
                )}
              </>
            ),
          }
          if (href && !reason) return <Menu.Item key={label} component={Link} href={href(row)} {...common} />
          return (
            <Menu.Item
              key={label}
              disabled={reason !== undefined}
              onClick={() => onClick?.(row)}
              {...common}
            />
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}
