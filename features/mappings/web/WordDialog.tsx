import { useContentId } from '#platform/web/use-content-id.ts'
import { specialties, specialtyLabels } from '#core/specialties.ts'
import { Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { EntitySelect } from '#features/entities/web/public.ts'
import { Form } from '#ui/Form.tsx'
import { plainSchema, useSchemaForm } from '#ui/form.ts'
import { PickOne } from '#ui/Pick.tsx'
import { OpenModal } from '#ui/OpenDialog.tsx'
import type { MappingWord } from '../contract.ts'
import { wordsApart } from '../rules.ts'
import { mappings, touches } from './queries.ts'

type DialogProps = { isOpen: boolean; isFacility: boolean; onClose: () => void }
type Values = { term: string; specialty: string; facility_id: string }

/** Adds a word for a specialty, at every facility or at one. */
export function WordDialog({ isOpen, ...props }: DialogProps): ReactNode {
  return isOpen ? <OpenWord {...props} /> : null
}

function OpenWord({ isFacility, onClose }: Omit<DialogProps, 'isOpen'>): ReactNode {
  const idOf = useContentId()
  const add = useMutation({
    ...mappings.addWord.mutationOptions(),
    meta: { quiet: true, touches, done: 'Word added' },
  })
  const form = useSchemaForm(
    plainSchema<Values>(({ term, specialty }) => ({
      term: wordsApart(term) === '' && 'Enter a word with letters or digits.',
      specialty: specialty === '' && 'Choose an area.',
    })),
    {
      initialValues: { term: '', specialty: '', facility_id: '' },
      onSubmit: async ({ term, specialty, facility_id: facility }) => {
        const word = { term, specialty: specialty as MappingWord['specialty'], facility_id: facility || null }
        await add.mutateAsync({ ...word, id: idOf(word) })
        onClose()
      },
    },
  )
  const kept = wordsApart(form.values.term)
  return (
    <OpenModal onClose={onClose} title="Add word" closeButtonProps={{ 'aria-label': 'Close' }}>
      <Form form={form} label="Add word" submitLabel="Add word" onCancel={onClose}>
        <TextInput
          label="Word or words"
          description="As they are in the names of units or courses"
          required
          maxLength={60}
          {...form.field('term')}
        />
        {kept !== '' && kept !== form.values.term && (
          <Text size="sm" c="dimmed">
            Compared as “{kept}”
          </Text>
        )}
        <PickOne
          label="Area"
          required
          among={specialties
            .filter((one) => one !== 'other')
            .map((one) => ({ id: one, name: specialtyLabels[one] }))}
          {...form.field('specialty')}
        />
        <EntitySelect
          kind="facility"
          label="Counts at"
          description={isFacility ? 'Leave blank for all of your units' : 'Leave blank for all facilities'}
          {...form.field('facility_id')}
          onChange={(facility) => form.setFieldValue('facility_id', facility ?? '')}
        />
      </Form>
    </OpenModal>
  )
}
