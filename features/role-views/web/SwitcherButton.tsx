import { Button } from '@mantine/core'
import {
  IconBuildingHospital,
  IconChevronDown,
  IconSchool,
  IconSettings,
  IconStethoscope,
  IconUserStar,
  type Icon,
} from '@tabler/icons-react'
import type { ComponentPropsWithRef, ReactNode } from 'react'
import { currentDashboard, switcherLabel, type ViewRole } from '../rules.ts'

const icons: Record<ViewRole, Icon> = {
  superadmin: IconSettings,
  student: IconSchool,
  facility_admin: IconBuildingHospital,
  school_admin: IconUserStar,
  proctor: IconStethoscope,
}

/** Shows the current dashboard and opens the switcher. */
export function SwitcherButton({
  path,
  ...props
}: ComponentPropsWithRef<'button'> & { path: string }): ReactNode {
  const current = currentDashboard(path)
  return (
    <Button
      {...props}
      variant="default"
      size="sm"
      // A label is only as high as its capitals and clips the rest: this adds room for the descenders of g and p.
      styles={{ label: { display: 'block', height: 'auto', paddingBlock: 4, textOverflow: 'ellipsis' } }}
      leftSection={current && <RoleMark role={current.role} />}
      rightSection={<IconChevronDown size={16} aria-hidden />}
    >
      {switcherLabel(path)}
    </Button>
  )
}

export function RoleMark({ role }: { role: ViewRole }): ReactNode {
  const Mark = icons[role]
  return <Mark size={16} aria-hidden />
}
