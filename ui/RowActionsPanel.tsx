import { Menu } from '@mantine/core'

import { useOpenOnMount } from './lazy-panel.ts'
import { Link } from './Link.tsx'
import type { RowActionsProps } from './row-actions.ts'
import { RowActionsButton } from './RowActionsButton.tsx'

/** The three dots of a row with their menu, once it was opened. */
export function RowActionsPanel({ row, name, actions }: RowActionsProps<unknown>) {
  const { target, isOpen, setOpen } = useOpenOnMount()
  return (
    <Menu opened={isOpen} onChange={setOpen}>
      <Menu.Target>
        <RowActionsButton ref={target} name={name} />
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
              onClick={() => {
                // The item is removed with the menu, so a dialog that opens now returns the focus to the button.
                target.current?.focus({ preventScroll: true })
                onClick?.(row)
              }}
              {...common}
            />
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}
