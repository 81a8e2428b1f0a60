import { Menu, Text } from '@mantine/core'
import { IconCalendarCog, IconRefresh } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatRange } from '#core/plain-date.ts'
import { useOpenOnMount } from '#ui/lazy-panel.ts'
import { Link } from '#ui/Link.tsx'
import { ALL_SEMESTERS } from '../rules.ts'
import { LifecycleBadge } from './LifecycleBadge.tsx'
import { SemesterPickerButton } from './SemesterPickerButton.tsx'
import classes from './SemesterPicker.module.css'
import { hasFailed, pickerLabel, type SelectedSemester } from './use-selected-semester.ts'

type SemesterPickerMenuProps = { manageHref: string; selected: SelectedSemester }

/** The picker with its menu, rendered once it was opened. */
export function SemesterPickerMenu({ manageHref, selected }: SemesterPickerMenuProps): ReactNode {
  const { query, choices, value, select } = selected
  const { target, isOpen, setOpen } = useOpenOnMount()
  return (
    <Menu width={300} position="bottom-start" opened={isOpen} onChange={setOpen}>
      <Menu.Target>
        <SemesterPickerButton ref={target} label={pickerLabel(selected)} />
      </Menu.Target>
      <Menu.Dropdown aria-label="Semester you work in">
        <Menu.Label>Semester you work in</Menu.Label>
        {hasFailed(selected) && (
          <Menu.Item
            leftSection={<IconRefresh size={16} aria-hidden />}
            closeMenuOnClick={false}
            onClick={() => void query.refetch()}
          >
            Semesters couldn’t be loaded. Try again
          </Menu.Item>
        )}
        {choices?.length === 0 && (
          <Text size="sm" c="dimmed" px="sm" py={6}>
            No semester is active. Create one, or activate a draft.
          </Text>
        )}
        <div className={classes.choices}>
          <Menu.RadioGroup value={value} onChange={select}>
            {choices?.map((choice) => (
              <Menu.RadioItem key={choice.id} value={choice.id} closeMenuOnClick>
                <span className={classes.line}>
                  <span className={classes.name}>{choice.name}</span>
                  <LifecycleBadge lifecycle={choice.lifecycle} />
                </span>
                <span className={classes.dates}>{formatRange(choice.start_date, choice.end_date)}</span>
              </Menu.RadioItem>
            ))}
            {choices && choices.length > 0 && (
              <Menu.RadioItem value={ALL_SEMESTERS} closeMenuOnClick>
                All semesters
              </Menu.RadioItem>
            )}
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
