import { useLazyPanel } from './lazy-panel.ts'
import { UserButton } from './UserButton.tsx'
import type { UserMenuProps } from './user-menu.ts'

const load = () => import('./UserMenuPanel.tsx').then((file) => file.UserMenuPanel)

/** The avatar and its menu: full name (or "User"), email, own entries, color scheme, Sign out (Spec §2). */
export function UserMenu(props: UserMenuProps) {
  const { Panel, handlers } = useLazyPanel(load)
  if (Panel) return <Panel {...props} />
  const { fullName, email } = props
  return (
    <UserButton fullName={fullName} email={email} aria-haspopup="menu" aria-expanded={false} {...handlers} />
  )
}
