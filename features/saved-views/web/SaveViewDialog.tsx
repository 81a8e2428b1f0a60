import { Checkbox, Modal, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import { useContentId } from '#platform/web/use-content-id.ts'
import { Form } from '#ui/Form.tsx'
import { useSchemaForm } from '#ui/form.ts'
import type { SavedView } from '../contract.ts'
import { saveBlocker } from '../rules.ts'
import { useSaveView } from './queries.ts'

type SaveViewDialogProps = {
  opened: boolean
  views: readonly SavedView[]
  page: string
  search: string
  onClose: () => void
}

/** Saves the current filters of a page under a name. */
export function SaveViewDialog({ opened, onClose, ...view }: SaveViewDialogProps): ReactNode {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Save these filters"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {opened && <SaveViewForm {...view} onClose={onClose} />}
    </Modal>
  )
}

function SaveViewForm({ views, page, search, onClose }: Omit<SaveViewDialogProps, 'opened'>): ReactNode {
  const save = useSaveView()
  const idOf = useContentId()
  const schema = z.object({
    name: z.string().check(
      z.trim(),
      z.minLength(1, 'Give the view a name.'),
      z.maxLength(60, 'At most 60 characters.'),
      z.check((input) => {
        const message = saveBlocker(views, { page, name: input.value })
        if (message) input.issues.push({ code: 'custom', message, input: input.value })
      }),
    ),
    is_default: z.boolean(),
  })
  const form = useSchemaForm(schema, {
    initialValues: { name: '', is_default: false },
    onSubmit: async (values) => {
      await save.mutateAsync({ id: idOf(values), page, search, ...values })
      onClose()
    },
  })
  return (
    <Form form={form} submitLabel="Save view" onCancel={onClose} label="Save these filters">
      <TextInput label="Name" required data-autofocus {...form.field('name')} />
      <Checkbox label="Open this page with it" {...form.field('is_default', { type: 'checkbox' })} />
    </Form>
  )
}
