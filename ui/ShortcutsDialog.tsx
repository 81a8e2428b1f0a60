import { Modal, Switch } from '@mantine/core'
import type { ReactNode } from 'react'

import { Kbd } from './Kbd.tsx'
import { singleKeys, useSingleKeys } from './shortcuts.ts'
import classes from './ShortcutsDialog.module.css'

const groups: readonly { title: string; keys: readonly (readonly [readonly string[], string])[] }[] = [
  {
    title: 'Anywhere',
    keys: [
      [['mod', 'K'], 'Search, or go to a page'],
      [['/'], 'Search, or go to a page'],
      [['?'], 'Keyboard shortcuts'],
    ],
  },
  {
    title: 'In a list of things to do',
    keys: [
      [['j'], 'Next line'],
      [['k'], 'Previous line'],
      [['Enter'], 'Open the line'],
      [['a'], 'First action of the line'],
      [['z'], 'Undo'],
    ],
  },
]

type ShortcutsDialogProps = { opened: boolean; onClose: () => void }

/** The list of shortcuts, and the switch that turns single keys off. */
export function ShortcutsDialog({ opened, onClose }: ShortcutsDialogProps): ReactNode {
  const isOn = useSingleKeys()
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Keyboard shortcuts"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {groups.map(({ title, keys }) => (
        <section key={title}>
          <h3 className={classes.title}>{title}</h3>
          <dl className={classes.keys}>
            {keys.map(([combination, what]) => (
              <div key={combination.join(' ')}>
                <dt>
                  <Kbd keys={combination} />
                  <span className={classes.read}>{combination.join(' ').replace('mod', 'Control')}</span>
                </dt>
                <dd>{what}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <Switch
        mt="md"
        label="Single-key shortcuts"
        description="Turn off if you dictate, or press keys by accident."
        checked={isOn}
        onChange={({ currentTarget }) => singleKeys.set(currentTarget.checked)}
      />
    </Modal>
  )
}
