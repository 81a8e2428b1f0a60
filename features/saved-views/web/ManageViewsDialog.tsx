import { ActionIcon, Group, Modal, Stack, Switch } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import type { SavedView } from '../contract.ts'
import { saveBlocker } from '../rules.ts'
import { useRemoveView, useUpdateView } from './queries.ts'
import classes from './ManageViewsDialog.module.css'
import { TextField } from '#ui/TextField.tsx'

type ManageViewsDialogProps = {
  opened: boolean
  /** Views of this page. */
  views: readonly SavedView[]
  /** Views of all pages. */
  all: readonly SavedView[]
  onClose: () => void
}

/** Renames and removes the views of a page, and sets its default; closes when the last one is removed. */
export function ManageViewsDialog({ opened, views, all, onClose }: ManageViewsDialogProps): ReactNode {
  const list = useRef<HTMLUListElement>(null)
  const remove = useRemoveView()
  const removeOne = (view: SavedView) => {
    remove(view)
    if (views.length === 1) onClose()
    // The button that had the focus is removed.
    else list.current?.focus()
  }
  return (
    <Modal opened={opened} onClose={onClose} title="Saved views" closeButtonProps={{ 'aria-label': 'Close' }}>
      <ul ref={list} tabIndex={-1} className={classes.views}>
        {views.map((view) => (
          <li key={view.id}>
            <ViewFields view={view} all={all} onRemove={() => removeOne(view)} />
          </li>
        ))}
      </ul>
    </Modal>
  )
}

type ViewFieldsProps = { view: SavedView; all: readonly SavedView[]; onRemove: () => void }

function ViewFields({ view, all, onRemove }: ViewFieldsProps): ReactNode {
  const update = useUpdateView()
  // Until someone types, the name is the view's, which another tab may change.
  const [typed, setName] = useState<string>()
  const name = typed ?? view.name
  const blocker = name.trim() ? saveBlocker(all, { ...view, name }) : 'Give the view a name.'
  const rename = () => {
    if (!blocker && name.trim() !== view.name) update.mutate({ id: view.id, name })
  }
  return (
    <Stack gap="xs">
      <Group align="flex-end" wrap="nowrap" gap="xs">
        <TextField
          label="Name"
          style={{ flex: 1 }}
          maxLength={60}
          value={name}
          error={name === view.name ? undefined : blocker}
          onChange={(event) => setName(event.currentTarget.value)}
          onBlur={rename}
          onKeyDown={(event) => {
            if (event.key === 'Enter') rename()
          }}
        />
        <ActionIcon size={36} variant="default" aria-label={`Remove ${view.name}`} onClick={onRemove}>
          <IconTrash size={18} aria-hidden />
        </ActionIcon>
      </Group>
      <Switch
        label={`Open this page with ${view.name}`}
        checked={view.is_default}
        onChange={(event) => update.mutate({ id: view.id, is_default: event.currentTarget.checked })}
      />
    </Stack>
  )
}
