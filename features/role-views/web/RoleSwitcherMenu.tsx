import { Badge, Menu } from '@mantine/core'
import type { ReactNode } from 'react'
import { mayOpen } from '#core/access.ts'
import { useMe } from '#features/accounts/web/public.ts'
import { useOpenOnMount } from '#ui/lazy-panel.ts'
import { Link } from '#ui/Link.tsx'
import { currentDashboard, dashboards } from '../rules.ts'
import { RoleMark, SwitcherButton } from './SwitcherButton.tsx'

/** The switcher with its menu, rendered once it was opened. */
export function RoleSwitcherMenu({ path }: { path: string }): ReactNode {
  const me = useMe()
  const { target, isOpen, setOpen } = useOpenOnMount()
  const current = currentDashboard(path)
  const viewer = { role: me.role, isPreceptor: me.is_preceptor }
  return (
    <Menu width={260} position="bottom-start" opened={isOpen} onChange={setOpen}>
      <Menu.Target>
        <SwitcherButton ref={target} path={path} />
      </Menu.Target>
      <Menu.Dropdown aria-label="Switch Role View">
        <Menu.Label>Switch Role View</Menu.Label>
        {dashboards
          .filter(({ access }) => mayOpen(access, viewer))
          .map(({ role, label, href }) => {
            const isCurrent = role === current?.role
            return (
              <Menu.Item
                key={role}
                component={Link}
                href={href}
                aria-current={isCurrent ? 'true' : undefined}
                leftSection={<RoleMark role={role} />}
                rightSection={
                  isCurrent && (
                    <Badge size="sm" variant="light">
                      Current
                    </Badge>
                  )
                }
              >
                {label}
              </Menu.Item>
            )
          })}
      </Menu.Dropdown>
    </Menu>
  )
}
