import { Menu } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'

import { useOpensAtOnce } from './first-use.ts'
import { Link } from './Link.tsx'
import { RowActionsButton } from './RowActionsButton.tsx'

interface RowActionsPanelProps {
  name: string
  items: readonly {
    label: string
    icon: Icon | undefined
    danger: boolean | undefined
    onClick: () => void
    href: string | undefined
    /** Why it cannot be done now. */
    reason: string | undefined
  }[]
}

/** The three dots of a row with their menu, once it has been asked for. */
export function RowActionsPanel({ name, items }: RowActionsPanelProps) {
  const { target, isOpen, setOpen } = useOpensAtOnce()
  return (
    <Menu opened={isOpen} onChange={setOpen}>
      <Menu.Target>
        <RowActionsButton ref={target} name={name} />
      </Menu.Target>
      <Menu.Dropdown>
        {items.map(({ label, icon: Mark, danger, onClick, href, reason }) => {
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
          if (href && !reason) return <Menu.Item key={label} component={Link} href={href} {...common} />
          return <Menu.Item key={label} disabled={reason !== undefined} onClick={onClick} {...common} />
        })}
      </Menu.Dropdown>
    </Menu>
  )
}
