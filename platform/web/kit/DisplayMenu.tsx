import { ActionIcon, Group, Menu } from '@mantine/core'
import { IconArrowUp, IconCheck, IconLayoutColumns } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Column } from '#ui/DataTable.tsx'
import { useIsPhone } from '#ui/use-is-phone.ts'
import { inOrder, leftOut, moveColumnForward } from './columns.ts'
import { setPreferences, useListPreferences } from './preferences.ts'

interface DisplayMenuProps<Row> {
  /** The name under which the choice is stored. */
  list: string
  columns: readonly Column<Row>[]
}

/**
 * Which columns a list shows, in which order, and how close its rows are, stored in this browser. The first column names the row and stays.
 */
export function DisplayMenu<Row>({ list, columns }: DisplayMenuProps<Row>): ReactNode {
  const { isCompact, hidden, order } = useListPreferences()
  const isPhone = useIsPhone()
  // On phones, rows are cards.
  if (isPhone) return null
  const out = leftOut(columns, hidden[list])
  const ordered = inOrder(columns, order[list]).slice(1)
  const toggle = (key: string) =>
    setPreferences({
      hidden: { ...hidden, [list]: out.includes(key) ? out.filter((one) => one !== key) : [...out, key] },
    })
  return (
    <Menu closeOnItemClick={false} position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label={`Columns and density of ${list.toLowerCase()}`}>
          <IconLayoutColumns size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Columns</Menu.Label>
        {ordered.map(({ key, title }, at) => (
          <Group key={key} gap={0} wrap="nowrap">
            <Choice label={title} isOn={!out.includes(key)} onClick={() => toggle(key)} />
            {at > 0 && (
              <Menu.Item
                w="auto"
                aria-label={`Move ${title.toLowerCase()} before ${ordered[at - 1]!.title.toLowerCase()}`}
                onClick={() =>
                  setPreferences({ order: { ...order, [list]: moveColumnForward(ordered, key) } })
                }
              >
                <IconArrowUp size={16} aria-hidden style={{ display: 'block' }} />
              </Menu.Item>
            )}
          </Group>
        ))}
        <Menu.Divider />
        <Choice
          label="Compact rows"
          isOn={isCompact}
          onClick={() => setPreferences({ isCompact: !isCompact })}
        />
      </Menu.Dropdown>
    </Menu>
  )
}

type ChoiceProps = { label: string; isOn: boolean; onClick: () => void }

function Choice({ label, isOn, onClick }: ChoiceProps): ReactNode {
  return (
    <Menu.Item
      role="menuitemcheckbox"
      aria-checked={isOn}
      leftSection={
        isOn ? <IconCheck size={16} aria-hidden /> : <span style={{ width: 16, display: 'block' }} />
      }
      onClick={onClick}
    >
      {label}
    </Menu.Item>
  )
}
