import { Modal, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { FileField, useUploads } from '#features/files/web/public.ts'
import { Form } from '#ui/Form.tsx'
import { plainSchema, useSchemaForm } from '#ui/form.ts'
import { FreeText } from '#ui/FreeText.tsx'
import { usePatientTick } from '#ui/patient-tick.ts'
import type { HoursRequest } from '../contract.ts'
import { filesLeft } from '../rules.ts'
import { useAnswer } from './queries.ts'

const schema = plainSchema<{ answer: string }>(({ answer }) => ({
  answer: answer.trim().length < 3 && 'Answer in a sentence.',
}))

/** The student answers the school's question about reported hours; null closes the dialog. */
export function AnswerDialog({
  request,
  onClose,
}: {
  request: HoursRequest | null
  onClose: () => void
}): ReactNode {
  return (
    <Modal
      opened={request !== null}
      onClose={onClose}
      title="Answer your school"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {request && <AnswerForm request={request} onClose={onClose} />}
    </Modal>
  )
}

function AnswerForm({ request, onClose }: { request: HoursRequest; onClose: () => void }): ReactNode {
  const answer = useAnswer()
  const tick = usePatientTick()
  const uploads = useUploads('evidence')
  const left = filesLeft(request)
  const form = useSchemaForm(schema, {
    initialValues: { answer: '' },
    onSubmit: async (values) => {
      const { id, version } = request
      await answer.mutateAsync({
        ...values,
        ...tick.sent,
        id,
        version,
        evidence_file_ids: [...uploads.readyIds],
      })
      uploads.clear()
      onClose()
    },
  })
  return (
    <Form
      form={form}
      label="Answer your school"
      submitLabel="Send answer"
      onCancel={onClose}
      blocker={uploads.blocker}
    >
      <Stack gap="md">
        <Text size="sm">{request.decision_note}</Text>
        <FreeText
          label="Your answer"
          required
          maxLength={1000}
          tick={tick}
          sentAs="answer"
          {...form.field('answer')}
        />
        <FileField
          label="Files that show it"
          description={
            left > 0
              ? `You can add ${left} more: PDF, JPEG, PNG or HEIC, at most 20 MB each.`
              : 'These hours already have five files.'
          }
          uploads={uploads}
          disabled={left === 0}
        />
      </Stack>
    </Form>
  )
}
