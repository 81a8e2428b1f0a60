import {
  Checkbox,
  Drawer,
  MultiSelect,
  NativeSelect,
  NumberInput,
  SimpleGrid,
  TextInput,
} from '@mantine/core'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { isPlainDate } from '#core/plain-date.ts'
import type { cohortsContract } from '#features/cohorts/contract.ts'
import type { semestersContract } from '#features/semesters/contract.ts'
import { featureApi } from '#platform/web/api.ts'
import { useContentId } from '#platform/web/use-content-id.ts'
import { DateField } from '#ui/DateField.tsx'
import { ChoicesFailed } from '#ui/ChoicesFailed.tsx'
import { Form } from '#ui/Form.tsx'
import { plainSchema, useSchemaForm } from '#ui/form.ts'
import { FreeText } from '#ui/FreeText.tsx'
import { usePatientTick } from '#ui/patient-tick.ts'
import { fieldsBlocker, kindLabels, policyLabels } from '../rules.ts'
import { refusalMessage } from '#core/refusal.ts'
import { PickSeveral } from '#ui/Pick.tsx'
import { useVersions } from '#ui/use-versions.ts'
import { conflictOf } from '#ui/versions.ts'
import { VersionsNotice } from '#ui/VersionsNotice.tsx'
import { wishlistRefusals } from '../messages.ts'
import type { OfferedRotation, Opening, WishlistDetail, WishlistDraft } from '../contract.ts'
import { wishlists } from './queries.ts'
import { useChangeWishlist, useCreateWishlist } from './school-queries.ts'
import { emptyWishlist, valuesOf, type WishlistValues, wishlistVersionFields } from './wishlist-form.ts'
import { patternOf } from './wishlist-words.ts'

const semesters = featureApi<typeof semestersContract>('semesters')
const cohorts = featureApi<typeof cohortsContract>('cohorts')

const schema = plainSchema<WishlistValues>((values) => {
  const blocker = fieldsBlocker({
    ...values,
    min_choices: Number(values.min_choices),
    max_choices: Number(values.max_choices),
  })
  const words = (code: string) => blocker?.code === code && refusalMessage(wishlistRefusals, blocker)
  return {
    name: values.name.trim() === '' && 'Give the wishlist a name.',
    semester_id: values.semester_id === '' && 'Choose a semester.',
    cohort_ids: values.cohort_ids.length === 0 && 'Choose at least one cohort.',
    rotation_ids:
      values.kind === 'rotations' && values.rotation_ids.length === 0 && 'Choose at least one rotation.',
    opening_ids:
      values.kind === 'capstone' &&
      values.opening_ids.length === 0 &&
      'Choose at least one preceptor or unit.',
    opens_on: !isPlainDate(values.opens_on) && 'Enter the first day.',
    closes_on: !isPlainDate(values.closes_on) ? 'Enter the last day.' : words('wishlist.days_reversed'),
    min_choices: Number(values.min_choices) < 1 ? 'At least 1.' : words('wishlist.too_few_options'),
    max_choices: Number(values.max_choices) < 1 ? 'At least 1.' : words('wishlist.choices_reversed'),
  }
})

type DrawerProps = {
  opened: boolean
  wishlist?: WishlistDetail
  /** The page's semester, preset for a new wishlist. */
  semesterId?: string | undefined
  onClose: () => void
}

/** The form of a new wishlist, or of a draft: students see it once it is announced. */
export function WishlistDrawer({ opened, wishlist, semesterId, onClose }: DrawerProps): ReactNode {
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      title={wishlist ? `Edit ${wishlist.name}` : 'New wishlist'}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <WishlistForm wishlist={wishlist} semesterId={semesterId} onClose={onClose} />
    </Drawer>
  )
}

function WishlistForm({
  wishlist,
  semesterId = '',
  onClose,
}: {
  wishlist: WishlistDetail | undefined
  semesterId?: string | undefined
  onClose: () => void
}): ReactNode {
  // As of when the form was opened, so that saving refuses if others changed it meanwhile.
  const [opened] = useState(wishlist)
  const create = useCreateWishlist()
  const change = useChangeWishlist()
  const idOf = useContentId()
  const tick = usePatientTick()
  // The names in each version that was read: the choices may no longer have them.
  const [names] = useState(() => new Map<string, string>())
  const read = (draft: WishlistDraft): WishlistValues => {
    draft.source_ids.forEach((id, at) => names.set(id, draft.options[at]?.name ?? id))
    return valuesOf(draft)
  }
  const [start] = useState(() => (opened ? read(opened) : { ...emptyWishlist, semester_id: semesterId }))
  const terms = useQuery(semesters.list.queryOptions({ input: {} }))
  const groups = useQuery(cohorts.list.queryOptions({ input: {} }))
  const form = useSchemaForm(schema, {
    initialValues: start,
    onSubmit: async (values) => {
      const fields = {
        ...values,
        ...tick.sent,
        min_choices: Number(values.min_choices),
        max_choices: Number(values.max_choices),
        rotations: Number(values.rotations),
      }
      if (opened)
        await change.mutateAsync(
          { ...fields, id: opened.id, version: versions.version },
          { onError: (error) => void versions.meet(error, values) },
        )
      // One id per content, so that a resent request creates it once.
      else await create.mutateAsync({ ...fields, id: idOf(values) })
      onClose()
    },
  })
  const semester = form.values.semester_id
  const isCapstone = form.values.kind === 'capstone'
  const rotations = useQuery({
    ...wishlists.rotations.queryOptions({ input: { semester_id: semester } }),
    enabled: semester !== '' && !isCapstone,
  })
  const openings = useQuery({
    ...wishlists.openings.queryOptions({ input: { semester_id: semester } }),
    enabled: semester !== '' && isCapstone,
  })
  const known = [
    ...(terms.data ?? []),
    ...(groups.data ?? []),
    ...(openings.data ?? []),
    ...(rotations.data ?? []).map(({ rotation_id: id, name }) => ({ id, name })),
  ]
  const versions = useVersions<WishlistDraft, WishlistValues>({
    row: opened,
    start,
    valuesOf: read,
    fields: wishlistVersionFields(
      (id) => known.find((one) => one.id === id)?.name ?? names.get(id) ?? 'Another',
    ),
    setValues: form.setValues,
  })
  return (
    <Form
      form={conflictOf(change.error) ? { ...form, failure: undefined } : form}
      label={wishlist ? `Edit ${wishlist.name}` : 'New wishlist'}
      submitLabel={wishlist ? 'Save draft' : 'Create draft'}
      onCancel={onClose}
    >
      {versions.met && (
        <VersionsNotice
          what="this wishlist"
          differences={versions.met.differences}
          changes={versions.met.changes}
          onChoose={versions.choose}
        />
      )}
      <ChoicesFailed queries={[terms, groups]} />
      <TextInput label="Name" required {...form.field('name')} />
      <NativeSelect
        label="What students rank"
        data={Object.entries(kindLabels).map(([value, label]) => ({ value, label }))}
        {...form.field('kind')}
      />
      <NativeSelect
        label="Semester"
        required
        data={[
          { value: '', label: 'Choose…' },
          ...(terms.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
        {...form.field('semester_id')}
      />
      {isCapstone ? (
        <OpeningsField semester={semester} query={openings} field={form.field('opening_ids')} />
      ) : (
        <RotationsField semester={semester} query={rotations} field={form.field('rotation_ids')} />
      )}
      <PickSeveral
        label="Cohorts"
        required
        among={groups.data?.filter(({ archived_at: archived }) => !archived)}
        {...form.field('cohort_ids')}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <DateField label="First day" required {...form.field('opens_on')} />
        <DateField label="Last day" description="Through 11:59 PM." required {...form.field('closes_on')} />
        <NumberInput
          label="Minimum choices"
          min={1}
          max={50}
          allowDecimal={false}
          {...form.field('min_choices')}
        />
        <NumberInput
          label="Maximum choices"
          min={1}
          max={50}
          allowDecimal={false}
          {...form.field('max_choices')}
        />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NativeSelect
          label="Policy"
          data={Object.entries(policyLabels).map(([value, label]) => ({ value, label }))}
          {...form.field('policy')}
        />
        {!isCapstone && (
          <NumberInput
            label="Rotations per student"
            description="Their days do not overlap."
            min={1}
            max={10}
            allowDecimal={false}
            {...form.field('rotations')}
          />
        )}
      </SimpleGrid>
      <Checkbox
        label="Students can comment on their choices"
        {...form.field('allow_comments', { type: 'checkbox' })}
      />
      <Checkbox
        label="Students can declare a hardship"
        {...form.field('allow_hardship', { type: 'checkbox' })}
      />
      <Checkbox
        label="Facilities and preceptors rank the students who chose them"
        description="After it closes, without names and without seeing who ranked them where. For the two-sided match."
        {...form.field('partners_rank', { type: 'checkbox' })}
      />
      <FreeText label="Instructions" tick={tick} sentAs="instructions" {...form.field('instructions')} />
    </Form>
  )
}

type FieldProps<Choice> = { semester: string; query: UseQueryResult<Choice[]>; field: object }

function RotationsField({ semester, query, field }: FieldProps<OfferedRotation>): ReactNode {
  const found = query.data ?? []
  return (
    <>
      <ChoicesFailed queries={[query]} />
      <MultiSelect
        label="Rotations"
        required
        description={
          semester === ''
            ? 'Choose a semester first.'
            : query.isSuccess && found.length === 0
              ? 'No rotation of this semester has shifts that a facility approved. Plan one under Rotations first.'
              : 'Those with shifts that a facility agreed to.'
        }
        data={found.map((one) => ({ value: one.rotation_id, label: `${one.name} (${patternOf(one)})` }))}
        searchable
        {...field}
      />
    </>
  )
}

function OpeningsField({ semester, query, field }: FieldProps<Opening>): ReactNode {
  const found = query.data ?? []
  return (
    <>
      <ChoicesFailed queries={[query]} />
      <PickSeveral
        label="Preceptors and units"
        required
        description={
          semester === ''
            ? 'Choose a semester first.'
            : query.isSuccess && found.length === 0
              ? 'No preceptor of a partner facility can take a student in this semester. Ask your partners to invite preceptors.'
              : 'A unit asks its facility to name one of its preceptors.'
        }
        among={found
          .toSorted((one, other) => Number(one.is_unit) - Number(other.is_unit))
          .map(({ id, name, location, seats, is_unit: isUnit }) => ({
            id,
            name: `${name} (${seats} ${seats === 1 ? 'student' : 'students'})`,
            detail: [isUnit ? 'Unit' : 'Preceptor', location].filter(Boolean).join(', '),
          }))}
        {...field}
      />
    </>
  )
}
