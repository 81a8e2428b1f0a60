import {
  Checkbox,
  Drawer,
  MultiSelect,
  NativeSelect,
  NumberInput,
  SimpleGrid,
  TextInput,
} from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { isPlainDate } from '#core/plain-date.ts'
import type { cohortsContract } from '#features/cohorts/contract.ts'
import type { semestersContract } from '#features/semesters/contract.ts'
import { featureApi } from '#platform/web/api.ts'
import { DateField } from '#ui/DateField.tsx'
import { Form } from '#ui/Form.tsx'
import { plainSchema, useSchemaForm } from '#ui/form.ts'
import { FreeText } from '#ui/FreeText.tsx'
import { usePatientTick } from '#ui/patient-tick.ts'
import { fieldsBlocker } from '../rules.ts'
import { wordsOf } from '#core/refusal.ts'
import { wishlistRefusals } from '../messages.ts'
import type { WishlistFields } from '../contract.ts'
import { wishlists } from './queries.ts'
import { useCreateWishlist } from './school-queries.ts'
import { patternOf } from './wishlist-words.ts'

const semesters = featureApi<typeof semestersContract>('semesters')
const cohorts = featureApi<typeof cohortsContract>('cohorts')

const empty = {
  name: '',
  instructions: '',
  semester_id: '',
  cohort_ids: [] as string[],
  rotation_ids: [] as string[],
  min_choices: 1 as number | string,
  max_choices: 5 as number | string,
  rotations: 1 as number | string,
  policy: 'fair_match' as WishlistFields['policy'],
  allow_comments: false,
  allow_hardship: false,
  opens_on: '',
  closes_on: '',
}
type Values = typeof empty

const schema = plainSchema<Values>((values) => {
  const blocker = fieldsBlocker({
    ...values,
    min_choices: Number(values.min_choices),
    max_choices: Number(values.max_choices),
  })
  const words = (code: string) => blocker?.code === code && wordsOf(wishlistRefusals, blocker)
  return {
    name: values.name.trim() === '' && 'Give the wishlist a name.',
    semester_id: values.semester_id === '' && 'Choose a semester.',
    cohort_ids: values.cohort_ids.length === 0 && 'Choose at least one cohort.',
    rotation_ids: values.rotation_ids.length === 0 && 'Choose at least one rotation.',
    opens_on: !isPlainDate(values.opens_on) && 'Enter the first day.',
    closes_on: !isPlainDate(values.closes_on) ? 'Enter the last day.' : words('wishlist.days_reversed'),
    min_choices: Number(values.min_choices) < 1 ? 'At least 1.' : words('wishlist.too_few_options'),
    max_choices: Number(values.max_choices) < 1 ? 'At least 1.' : words('wishlist.choices_reversed'),
  }
})

/** The form of a new wishlist. It becomes a draft: students see it once it is announced. */
export function CreateWishlistDrawer({
  opened,
  onClose,
}: {
  opened: boolean
  onClose: () => void
}): ReactNode {
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size="lg"
      title="New wishlist"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <CreateForm onClose={onClose} />
    </Drawer>
  )
}

function CreateForm({ onClose }: { onClose: () => void }): ReactNode {
  const create = useCreateWishlist()
  const tick = usePatientTick()
  const terms = useQuery(semesters.list.queryOptions({ input: {} }))
  const groups = useQuery(cohorts.list.queryOptions({ input: {} }))
  // One id per content: sent twice by a shaky network, it creates once.
  const last = useRef({ content: '', id: '' })
  const form = useSchemaForm(schema, {
    initialValues: empty,
    onSubmit: async (values) => {
      const content = JSON.stringify(values)
      if (last.current.content !== content) last.current = { content, id: crypto.randomUUID() }
      await create.mutateAsync({
        ...values,
        ...tick.sent,
        id: last.current.id,
        min_choices: Number(values.min_choices),
        max_choices: Number(values.max_choices),
        rotations: Number(values.rotations),
      })
      onClose()
    },
  })
  const semester = form.values.semester_id
  const rotations = useQuery({
    ...wishlists.rotations.queryOptions({ input: { semester_id: semester } }),
    enabled: semester !== '',
  })
  const found = rotations.data ?? []
  return (
    <Form form={form} label="New wishlist" submitLabel="Create draft" onCancel={onClose}>
      <TextInput label="Name" required {...form.field('name')} />
      <NativeSelect
        label="Semester"
        required
        data={[
          { value: '', label: 'Choose…' },
          ...(terms.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
        {...form.field('semester_id')}
      />
      <MultiSelect
        label="Rotations"
        required
        description={
          semester === ''
            ? 'Choose a semester first.'
            : rotations.isSuccess && found.length === 0
              ? 'No rotation of this semester has shifts that a facility approved. Plan one under Rotations first.'
              : 'Those with shifts that a facility agreed to.'
        }
        data={found.map((one) => ({ value: one.rotation_id, label: `${one.name} (${patternOf(one)})` }))}
        searchable
        {...form.field('rotation_ids')}
      />
      <MultiSelect
        label="Cohorts"
        required
        data={(groups.data ?? [])
          .filter(({ archived_at: archived }) => !archived)
          .map(({ id, name }) => ({ value: id, label: name }))}
        {...form.field('cohort_ids')}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <DateField label="First day" required {...form.field('opens_on')} />
        <DateField label="Last day" description="Through 11:59 PM." required {...form.field('closes_on')} />
        <NumberInput
          label="Fewest choices"
          min={1}
          max={50}
          allowDecimal={false}
          {...form.field('min_choices')}
        />
        <NumberInput
          label="Most choices"
          min={1}
          max={50}
          allowDecimal={false}
          {...form.field('max_choices')}
        />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NativeSelect
          label="Policy"
          data={[
            { value: 'fair_match', label: 'Fair match' },
            { value: 'lottery', label: 'Lottery' },
            { value: 'manual', label: 'By hand' },
          ]}
          {...form.field('policy')}
        />
        <NumberInput
          label="Rotations per student"
          description="Their days do not overlap."
          min={1}
          max={10}
          allowDecimal={false}
          {...form.field('rotations')}
        />
      </SimpleGrid>
      <Checkbox
        label="Students can comment on their choices"
        {...form.field('allow_comments', { type: 'checkbox' })}
      />
      <Checkbox
        label="Students can declare a hardship"
        {...form.field('allow_hardship', { type: 'checkbox' })}
      />
      <FreeText label="Instructions" tick={tick} sentAs="instructions" {...form.field('instructions')} />
    </Form>
  )
}
