import '@mantine/spotlight/styles.layer.css'

import { createSpotlight, Spotlight, type SpotlightProps } from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { useEffect } from 'react'

import { useNavigateTo, type Navigate } from './Link.tsx'
import classes from './CommandPalette.module.css'
import { MantineScope } from './MantineScope.tsx'
import { paletteHost, type Command, type PaletteProps } from './palette-host.ts'

const [store, spotlight] = createSpotlight()

/** Opens the palette, which stands once this module is loaded. */
export const showPalette = () => spotlight.open()

/** The palette itself; mount PaletteHost, which loads it when it is first asked for. */
export function CommandPalette({ commands, placeholder = 'Go to a page or do something' }: PaletteProps) {
  const navigate = useNavigateTo()
  useEffect(() => paletteHost.mounted(), [])
  return (
    <MantineScope>
      <Spotlight
        store={store}
        shortcut={null}
        centered={false}
        yOffset="12dvh"
        overlayProps={{ backgroundOpacity: 0.4 }}
        attributes={{ content: { 'aria-label': 'Command palette' } }}
        classNames={{
          search: classes.search,
          action: classes.action,
          actionSection: classes.section,
          actionsGroup: classes.group,
        }}
        actions={grouped(commands, navigate)}
        nothingFound="Nothing found"
        scrollable
        maxHeight={420}
        searchProps={{
          leftSection: <IconSearch size={18} aria-hidden />,
          placeholder,
          'aria-label': placeholder,
        }}
      />
    </MantineScope>
  )
}

function grouped(commands: readonly Command[], navigate: Navigate): SpotlightProps['actions'] {
  return [...Map.groupBy(commands, (command) => command.group ?? '')].flatMap(
    ([group, members]): SpotlightProps['actions'] => {
      const actions = members.map(({ id, label, description, keywords, icon: Mark, href, action }) => ({
        id,
        label,
        description,
        keywords: keywords ? [...keywords] : undefined,
        leftSection: Mark && <Mark size={18} stroke={1.6} aria-hidden />,
        onClick: () => {
          action?.()
          if (href) navigate(href)
        },
      }))
      return group ? [{ group, actions }] : actions
    },
  )
}
