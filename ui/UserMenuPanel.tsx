import { Menu, useMantineColorScheme } from '@mantine/core'
import { IconLogout } from '@tabler/icons-react'

import { useOpenOnMount } from './lazy-panel.ts'
import { Link } from './Link.tsx'
import type { UserMenuProps } from './user-menu.ts'
import { UserButton } from './UserButton.tsx'
import classes from './UserMenu.module.css'

/** The avatar with its menu, once it was opened. */
export function UserMenuPanel(props: UserMenuProps) {
  const { fullName, email, roleLabel, items = [], onSignOut } = props
  const { target, isOpen, setOpen } = useOpenOnMount()
  return (
    <Menu width={264} opened={isOpen} onChange={setOpen}>
      <Menu.Target>
        <UserButton ref={target} fullName={fullName} email={email} />
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes.who}>
          <div className={classes.name}>{fullName?.trim() || 'User'}</div>
          <div className={classes.email}>{email}</div>
          {roleLabel && <div className={classes.email}>{roleLabel}</div>}
        </div>
        <Menu.Divider />
        {items.map(({ label, icon: Mark, href, onClick }) =>
          href ? (
            <Menu.Item
              key={label}
              component={Link}
              href={href}
              leftSection={Mark && <Mark size={16} aria-hidden />}
            >
              {label}
            </Menu.Item>
          ) : (
            <Menu.Item key={label} onClick={onClick} leftSection={Mark && <Mark size={16} aria-hidden />}>
              {label}
            </Menu.Item>
          ),
        )}
        <Menu.Divider />
        <ColourScheme />
        <Menu.Divider />
        <Menu.Item onClick={onSignOut} leftSection={<IconLogout size={16} aria-hidden />}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

const schemes = { auto: 'System', light: 'Light', dark: 'Dark' } as const

function ColourScheme() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <>
      <Menu.Label>Appearance</Menu.Label>
      <Menu.RadioGroup
        value={colorScheme}
        onChange={(value) => setColorScheme(value as keyof typeof schemes)}
      >
        {Object.entries(schemes).map(([value, label]) => (
          <Menu.RadioItem key={value} value={value} closeMenuOnClick={false}>
            {label}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  )
}
