import type { Icon } from '@tabler/icons-react'

export interface UserMenuItem {
  label: string
  icon?: Icon
  href?: string
  onClick?: () => void
}

export interface UserMenuProps {
  fullName: string | null | undefined
  email: string
  /** Below the email address: "School administrator". */
  roleLabel?: string
  items?: readonly UserMenuItem[]
  onSignOut: () => void
}
