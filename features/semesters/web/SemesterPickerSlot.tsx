import { Button, Menu, Text } from '@mantine/core'
import { IconCalendarCog, IconChevronDown, IconRefresh } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatRange } from '#core/plain-date.ts'
import { useMe } from '#features/accounts/web/public.ts'
import { needsSchool } from '#features/role-views/rules.ts'
import { Link } from '#ui/Link.tsx'
import { LifecycleBadge } from './LifecycleBadge.tsx'
import classes from './SemesterPickerSlot.module.css'
import { useSelectedSemester } from './use-selected-semester.ts'

/** The frame's place for the semester worked in: in the school layout, for its administrators and the superadmin. */
export function SemesterPickerSlot(): ReactNode {
  const me = useMe()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const isSchoolAdmin = me.role === 'school_admin' || me.role === 'school_super_admin'
  const isShown = isSchoolAdmin || (me.role === 'superadmin' && needsSchool(path) && me.selected_school_id)
  return isShown ? (
    <SemesterPicker manageHref={me.role === 'superadmin' ? '/admin/semesters' : '/school/settings'} />
  ) : null
}

function SemesterPicker({ manageHref }: { manageHref: string }): ReactNode {
  const { query, choices, semester, select } = useSelectedSemester()
  const hasFailed = query.isError && !query.data
  const label = hasFailed
    ? 'No semesters loaded'
    : query.isPending
      ? 'Loading…'
      : (semester?.name ?? 'No semester')
  return (
    <Menu width={300} position="bottom-start">
      <Menu.Target>
        <Button
          variant="default"
          size="sm"
          className={classes.button}
          aria-label={`Semester you work in: ${label}`}
          rightSection={<IconChevronDown size={16} aria-hidden />}
        >
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown aria-label="Semester you work in">
        <Menu.Label>Semester you work in</Menu.Label>
        {hasFailed && (
          <Menu.Item
            leftSection={<IconRefresh size={16} aria-hidden />}
            closeMenuOnClick={false}
            onClick={() => void query.refetch()}
          >
            Semesters could not be loaded. Try again
          </Menu.Item>
        )}
        {choices?.length === 0 && (
          <Text size="sm" c="dimmed" px="sm" py={6}>
            No semester is active. Create one, or activate a draft.
          </Text>
        )}
        <div className={classes.choices}>
          <Menu.RadioGroup value={semester?.id ?? null} onChange={select}>
            {choices?.map((choice) => (
              <Menu.RadioItem key={choice.id} value={choice.id} closeMenuOnClick>
                <span className={classes.line}>
                  <span className={classes.name}>{choice.name}</span>
                  <LifecycleBadge lifecycle={choice.lifecycle} />
                </span>
                <span className={classes.dates}>{formatRange(choice.start_date, choice.end_date)}</span>
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
        </div>
        <Menu.Divider />
        <Menu.Item component={Link} href={manageHref} leftSection={<IconCalendarCog size={16} aria-hidden />}>
          Manage semesters
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
