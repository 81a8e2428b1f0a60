import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatDate, isPlainDate } from '#core/plain-date.ts'
import { DateField } from '#ui/DateField.tsx'
import { Form } from '#ui/Form.tsx'
import { plainSchema, useSchemaForm } from '#ui/form.ts'
import type { WishlistDetail } from '../contract.ts'
import { useExtend } from './school-queries.ts'

type ExtendDialogProps = { opened: boolean; wishlist: WishlistDetail; onClose: () => void }

const schema = plainSchema<{ closes_on: string }>(({ closes_on: day }) => ({
  closes_on: !isPlainDate(day) && 'Enter the new last day.',
}))

/** Moves the last day of a wishlist; its students are notified. */
export function ExtendDialog({ opened, wishlist, onClose }: ExtendDialogProps): ReactNode {
  const extend = useExtend()
  const form = useSchemaForm(schema, {
    initialValues: { closes_on: '' },
    onSubmit: async ({ closes_on }) => {
      await extend.mutateAsync({ id: wishlist.id, closes_on })
      onClose()
    },
  })
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={`Extend ${wishlist.name}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Form form={form} submitLabel="Move the last day" onCancel={onClose}>
        <p>
          The last day is {formatDate(wishlist.closes_on, 'long')}. Students can change their choices through
          the end of the new one and are notified.
        </p>
        <DateField
          label="New last day"
          required
          defaultDate={wishlist.closes_on}
          {...form.field('closes_on')}
        />
      </Form>
    </Modal>
  )
}
