import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useBlocker, useRouter } from '@tanstack/react-router'
import { type ReactNode, useRef, useState } from 'react'
import { dashboardOf } from '#core/access.ts'
import { formatNumber } from '#core/number-text.ts'
import { formatDate, type PlainDate } from '#core/plain-date.ts'
import { useMe } from '#features/accounts/web/public.ts'
import type { Question } from '#platform/web/kit/actions.ts'
import { useAction } from '#platform/web/kit/use-actions.tsx'
import { useParam, useSearchParams } from '#platform/web/kit/use-search.ts'
import { idParam } from '#platform/web/search-params.ts'
import { conflictOf } from '#ui/versions.ts'
import { useVersions } from '#ui/use-versions.ts'
import { VersionsNotice } from '#ui/VersionsNotice.tsx'
import { confirmDiscard } from '#platform/web/kit/leave.ts'
import { useContentId } from '#platform/web/use-content-id.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Form } from '#ui/Form.tsx'
import { FormFooter } from '#ui/FormFooter.tsx'
import { usePatientTick } from '#ui/patient-tick.ts'
import { useSchemaForm } from '#ui/form.ts'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Page } from '#ui/Page.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import type { Facility, FacilityDetail, FacilityKind } from '../contract.ts'
import { kindLabels } from '../rules.ts'
import { editBlocker } from '../rules/actions.ts'
import { slugOf } from '../rules/fields.ts'
import { targetOf } from './action-target.ts'
import { crumbsOf } from './crumbs.ts'
import { EntitySelect } from '#features/entities/web/public.ts'
import { type FacilityForm, GroupFields, HolidayRows, UnitRows } from './FacilityFields.tsx'
import { groupsOf } from './field-groups.ts'
import { problemsIn } from './form-problems.ts'
import { emptyValues, type FacilityValues, payloadOf, valuesOf } from './form-values.ts'
import { versionFieldsOf } from './value-labels.ts'
import { detailHref } from './paths.ts'
import {
  facilities,
  useCreate,
  useFacility,
  useFreshFacility,
  useOverCapacity,
  useUpdate,
} from './queries.ts'
import { useFresh } from '#ui/use-fresh.ts'
import { whyNot } from './why-not.ts'

/** /admin/organizations/create (Spec §2). */
export function CreateOrganizationScreen(): ReactNode {
  return <CreateScreen kind="organization" />
}
/** /admin/sites/create (Spec §2). */
export function CreateSiteScreen(): ReactNode {
  return <CreateScreen kind="site" />
}
/** /admin/units/create (Spec §2); `copy` starts with the settings of another unit. */
export function CreateUnitScreen(): ReactNode {
  return <CreateScreen kind="unit" />
}

/** /admin/organizations/{slug}/edit (Spec §2). */
export function EditOrganizationScreen(): ReactNode {
  const slug = useParam('slug')
  const query = useQuery({
    ...facilities.findBySlug.queryOptions({ input: { slug: slug ?? '' } }),
    refetchOnMount: 'always',
  })
  return <EditScreen key={slug} kind="organization" query={query} />
}
/** /admin/sites/{siteId}/edit (Spec §2). */
export function EditSiteScreen(): ReactNode {
  const siteId = useParam('siteId')
  return <EditScreen key={siteId} kind="site" query={useFreshFacility(siteId)} />
}
/** /admin/units/{unitId}/edit (Spec §2). */
export function EditUnitScreen(): ReactNode {
  const unitId = useParam('unitId')
  return <EditScreen key={unitId} kind="unit" query={useFreshFacility(unitId)} />
}

const parentOf = { organization: 'organization', site: 'organization', unit: 'site' } as const

function CreateScreen({ kind }: { kind: FacilityKind }): ReactNode {
  const [search] = useSearchParams({ parent: idParam, copy: idParam })
  const model = useFacility(search.copy)
  const initial = (from?: Facility): FacilityValues => ({
    ...emptyValues(kind),
    ...(from && { ...valuesOf(from), name: '', code: '' }),
    parent_id: search.parent ?? from?.parent_id ?? '',
  })
  const heading = {
    title: `New ${kind}`,
    description: words[kind],
    width: 'narrow' as const,
    breadcrumbs: [
      { label: kind === 'organization' ? 'Organizations' : 'Facilities', href: '/admin/organizations' },
    ],
  }
  const me = useMe()
  const shown = me.role === 'superadmin' ? heading : { ...heading, breadcrumbs: [] }
  if (!search.copy)
    return (
      <Page {...shown}>
        <FacilityEditor key={search.parent} kind={kind} initial={initial()} />
      </Page>
    )
  return (
    <Page
      {...shown}
      query={model}
      skeleton={<Skeletons shape="form" />}
      failedTitle="The unit to copy from couldn’t be loaded"
    >
      {({ facility }) => (
        <FacilityEditor kind={kind} initial={initial(facility.kind === kind ? facility : undefined)} />
      )}
    </Page>
  )
}

const words: Record<FacilityKind, string> = {
  organization:
    'A hospital system, a group of clinics, or an independent facility. Sites are added below it.',
  site: 'A hospital or clinic at one address. Units come below it.',
  unit: 'Where students work: a ward, a department, a service.',
}

type EditProps = { kind: FacilityKind; query: ReturnType<typeof useFacility> }

function EditScreen({ kind, query }: EditProps): ReactNode {
  const { role } = useMe()
  // Starts with the facility as it is now, not with cached data.
  const fresh = useFresh(query)
  return (
    <Page
      title={query.data ? `Edit ${query.data.facility.name}` : `Edit ${kind}`}
      width="narrow"
      breadcrumbs={query.data ? crumbsOf(query.data, role, true) : []}
      query={fresh}
      skeleton={<Skeletons shape="form" count={6} />}
      failedTitle={`This ${kind} couldn’t be loaded`}
    >
      {(detail) => <Editing key={detail.facility.id} kind={kind} detail={detail} />}
    </Page>
  )
}

function Editing({ kind, detail }: { kind: FacilityKind; detail: FacilityDetail }): ReactNode {
  const { role } = useMe()
  const { facility } = detail
  const blocker =
    facility.kind === kind
      ? whyNot(editBlocker(targetOf(detail, role)))
      : `This is ${facility.kind === 'unit' ? 'a unit' : `a ${facility.kind}`}.`
  if (blocker)
    return (
      <EmptyState
        title="It cannot be changed here"
        description={blocker}
        action={<LinkButton href={detailHref(facility)}>Back to {facility.name}</LinkButton>}
      />
    )
  return <FacilityEditor kind={kind} facility={facility} initial={valuesOf(facility)} />
}

type FacilityEditorProps = { kind: FacilityKind; facility?: Facility; initial: FacilityValues }

function FacilityEditor({ kind, facility, initial }: FacilityEditorProps): ReactNode {
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
