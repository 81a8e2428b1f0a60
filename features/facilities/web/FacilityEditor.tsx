import { Button } from '@mantine/core'
import { useBlocker, useRouter } from '@tanstack/react-router'
import { type ReactNode, useRef, useState } from 'react'
import { dashboardOf } from '#core/access.ts'
import { formatNumber } from '#core/number-text.ts'
import { formatDate, type PlainDate } from '#core/plain-date.ts'
import { useMe } from '#features/accounts/web/public.ts'
import type { Question } from '#platform/web/kit/actions.ts'
import { useAction } from '#platform/web/kit/use-actions.tsx'
import { conflictOf } from '#ui/versions.ts'
import { useVersions } from '#ui/use-versions.ts'
import { VersionsNotice } from '#ui/VersionsNotice.tsx'
import { confirmDiscard } from '#platform/web/kit/leave.ts'
import { useContentId } from '#platform/web/use-content-id.ts'
import { Form } from '#ui/Form.tsx'
import { FormFooter } from '#ui/FormFooter.tsx'
import { usePatientTick } from '#ui/patient-tick.ts'
import { useSchemaForm } from '#ui/form.ts'
import { PageSection } from '#ui/PageSection.tsx'
import type { Facility, FacilityKind } from '../contract.ts'
import { kindLabels } from '../rules.ts'
import { slugOf } from '../rules/fields.ts'
import { EntitySelect } from '#features/entities/web/public.ts'
import { type FacilityForm, GroupFields, HolidayRows, UnitRows } from './FacilityFields.tsx'
import { groupsOf } from './field-groups.ts'
import { problemsIn } from './form-problems.ts'
import { type FacilityValues, payloadOf, valuesOf } from './form-values.ts'
import { versionFieldsOf } from './value-labels.ts'
import { detailHref } from './paths.ts'
import { useCreate, useOverCapacity, useUpdate } from './queries.ts'

const parentOf = { organization: 'organization', site: 'organization', unit: 'site' } as const

type FacilityEditorProps = { kind: FacilityKind; facility?: Facility; initial: FacilityValues }

/** The form of a new facility, or of an existing one with the values it has. */
export function FacilityEditor({ kind, facility, initial }: FacilityEditorProps): ReactNode {
  const router = useRouter()
  const { role } = useMe()
  const create = useCreate(kind)
  const update = useUpdate(kind)
  const findOver = useOverCapacity()
  const [start] = useState(initial)
  const isLeaving = useRef(false)
  const another = useRef(false)
  const idOf = useContentId()

  const tick = usePatientTick()
  const [askToLower, lowerDialog] = useAction(loweringAction)
  const form: FacilityForm = useSchemaForm(
    {
      safeParse(value) {
        const values = value as FacilityValues
        const issues = problemsIn(kind, values, !facility).map(([path, message]) => ({
          path: path.split('.'),
          message,
        }))
        return issues.length > 0
          ? { success: false as const, error: { issues } }
          : { success: true as const, data: payloadOf(kind, values) }
      },
    },
    {
      initialValues: start,
      onSubmit: async (payload, values) => {
        if (facility) {
          const most = Number(values.max_students_per_shift)
          const isLower = facility.kind === 'unit' && most < facility.max_students_per_shift
          const over = isLower ? await findOver(facility.id, most) : undefined
          const change = () => save(facility, payload, values)
          return over?.from === undefined ? change() : askToLower({ ...over, from: over.from, most, change })
        }
        const parent_id = values.parent_id || null
        const content = { ...payload, parent_id }
        const made = await create.mutateAsync({
          ...content,
          id: idOf(content),
          ...tick.sent,
        } as never)
        if (!another.current) return leave(detailHref(made))
        // The next facility starts with the same values except its name.
        const next = { ...values, ...blankOf(kind) }
        form.setInitialValues(next)
        form.setValues(next)
        idOf(null)
        requestAnimationFrame(() => document.querySelector<HTMLElement>('form [data-autofocus]')?.focus())
      },
      failureText: (error) => (error instanceof Error ? error.message : 'This could not be saved.'),
    },
  )
  useBlocker({
    shouldBlockFn: async () => !isLeaving.current && form.isDirty() && !(await confirmDiscard()),
    enableBeforeUnload: () => !isLeaving.current && form.isDirty(),
  })

  async function save(at: Facility, payload: object, values: FacilityValues): Promise<void> {
    const saved = await update.mutateAsync(
      { ...payload, id: at.id, version: versions.version, ...tick.sent } as never,
      { onError: (error) => void versions.meet(error, values) },
    )
    leave(detailHref(saved))
  }

  function leave(href: string): void {
    isLeaving.current = true
    void router.navigate({ href })
  }

  const versions = useVersions<Facility, FacilityValues>({
    row: facility,
    start,
    valuesOf,
    fields: versionFieldsOf(kind),
    setValues: form.setValues,
  })
  const { values } = form
  const suggested = slugOf(values.name)
  return (
    <Form
      // Both versions are shown instead of the error.
      form={conflictOf(update.error) ? { ...form, failure: undefined } : form}
      label={facility ? `${kindLabels[kind]} ${facility.name}` : `New ${kind}`}
    >
      {versions.met && (
        <VersionsNotice
          what={`this ${kind}`}
          differences={versions.met.differences}
          changes={versions.met.changes}
          onChoose={versions.choose}
        />
      )}
      {!facility && (
        <PageSection title="Where it belongs">
          <EntitySelect
            label={kind === 'unit' ? 'Site' : kind === 'site' ? 'Organization' : 'Part of'}
            description={kind === 'organization' ? 'Only where it belongs to a larger group.' : undefined}
            placeholder="Search by name"
            kind={parentOf[kind]}
            required={kind !== 'organization'}
            {...form.field('parent_id')}
            value={values.parent_id || null}
            onChange={(id) => form.setFieldValue('parent_id', id ?? '')}
          />
        </PageSection>
      )}
      {groupsOf[kind].map((group) => (
        <GroupFields
          tick={tick}
          key={group.title}
          form={form}
          group={facility || kind === 'unit' ? group : withSuggestion(group, suggested)}
          isNew={!facility}
        />
      ))}
      {kind === 'unit' && <UnitRows form={form} tick={tick} />}
      {kind === 'site' && <HolidayRows form={form} />}
      <FormFooter isSticky>
        <Button
          variant="default"
          disabled={form.isPending}
          onClick={() =>
            void router.navigate({
              href: facility
                ? detailHref(facility)
                : values.parent_id
                  ? detailHref({ kind: parentOf[kind], id: values.parent_id })
                  : role === 'superadmin'
                    ? '/admin/organizations'
                    : dashboardOf(role),
            })
          }
        >
          Cancel
        </Button>
        {!facility && kind !== 'organization' && (
          <Button
            type="submit"
            variant="default"
            disabled={form.isPending}
            onClick={() => void (another.current = true)}
          >
            Create and add another
          </Button>
        )}
        <Button type="submit" loading={form.isPending} onClick={() => void (another.current = false)}>
          {facility ? 'Save changes' : `Create ${kind}`}
        </Button>
      </FormFooter>
      {lowerDialog}
    </Form>
  )
}

type Lowering = { count: number; from: PlainDate; most: number; change: () => Promise<void> }

/** A unit that lowers its limit keeps the shifts it agreed on: the question says how many are over it. */
const loweringAction = {
  label: 'Lower the limit',
  ask: ({ count, from, most }: Lowering): Question => ({
    title:
      count === 1
        ? '1 coming shift is over the new limit'
        : `${formatNumber(count)} coming shifts are over the new limit`,
    body: `${count === 1 ? 'It is' : 'The first is'} on ${formatDate(from, 'full')}. What was agreed on stays until it is changed in Shifts. New requests can have at most ${most === 1 ? '1 student' : `${formatNumber(most)} students`} per shift.`,
  }),
  run: ({ change }: Lowering): Promise<void> => change(),
}

const blankOf = (kind: FacilityKind): Partial<FacilityValues> =>
  kind === 'unit'
    ? { name: '', code: '' }
    : {
        name: '',
        slug: '',
        cms_certification_number: '',
        address: '',
        latitude: '',
        longitude: '',
        phone: '',
      }

const withSuggestion = (group: (typeof groupsOf)['site'][number], slug: string) => ({
  ...group,
  fields: group.fields.map((field) =>
    field.key === 'slug' && slug
      ? { ...field, placeholder: slug, description: 'Leave blank to create it from the name.' }
      : field,
  ),
})
