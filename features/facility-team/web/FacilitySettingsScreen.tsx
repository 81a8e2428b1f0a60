import { NumberInput, Stack, Switch } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useState } from 'react'
import * as z from 'zod/mini'
import { howMany } from '#core/number-text.ts'
import { ChoicesFailed } from '#ui/ChoicesFailed.tsx'
import { Banner } from '#ui/Banner.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Form } from '#ui/Form.tsx'
import { useSchemaForm } from '#ui/form.ts'
import { KeyValue } from '#ui/KeyValue.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { Page } from '#ui/Page.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { PickOne } from '#ui/Pick.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import { useVersions, versionField } from '#ui/use-versions.ts'
import { conflictOf } from '#ui/versions.ts'
import { VersionsNotice } from '#ui/VersionsNotice.tsx'
import { confirmDiscard } from '#platform/web/kit/leave.ts'
import { back } from '#ui/back.ts'
import { definedParams } from '#platform/web/search-params.ts'
import type { FacilitySettings, OrganizationSettings } from '../contract.ts'
import { facilityTeam, useSaveSettings } from './queries.ts'

const days = z
  .number('Enter a whole number of days.')
  .check(
    z.int('A whole number of days.'),
    z.minimum(0, '0 days or more.'),
    z.maximum(365, 'At most 365 days.'),
  )
const schema = z.object({
  default_lead_time_days: days,
  visibility_before_days: days,
  visibility_after_days: days,
  default_notice_days: days,
  default_auto_approve: z.boolean(),
  answers_need_sign_in: z.boolean(),
  unit_links: z.boolean(),
  unit_link_days: days.check(z.minimum(1, '1 day or more.')),
})

const labels: Record<keyof FacilitySettings, string> = {
  default_lead_time_days: 'Lead time',
  visibility_before_days: 'Names visible before',
  visibility_after_days: 'Names visible after',
  default_notice_days: 'Notice for ending a partnership',
  default_auto_approve: 'Auto-approve shifts from new partners',
  answers_need_sign_in: 'Sign in to answer requests',
  unit_links: 'Unit pages without sign-in',
  unit_link_days: 'Unit links work for',
}

const names = Object.keys(labels) as (keyof FacilitySettings)[]
const valuesOf = (settings: FacilitySettings): FacilitySettings =>
  Object.fromEntries(names.map((name) => [name, settings[name]])) as FacilitySettings
const settingText = (value: number | boolean): string =>
  typeof value === 'boolean' ? (value ? 'Yes' : 'No') : howMany(value, 'day')
const versionFields = names.map((name) =>
  versionField<FacilitySettings>(name, labels[name], (values) => settingText(values[name])),
)

/** An organization's settings: lead time, how long student names are visible, and the terms of new partnerships. */
export function FacilitySettingsScreen(): ReactNode {
  const search = useSearch({ from: '/_app/facility/settings' })
  const navigate = useNavigate()
  const chosen = search.organization
  const organizations = useQuery(facilityTeam.organizations.queryOptions({ input: {} }))
  const query = useQuery({
    ...facilityTeam.settings.queryOptions({ input: { ...(chosen && { organization_id: chosen }) } }),
    placeholderData: keepPreviousData,
  })
  async function choose(id: string | null): Promise<void> {
    if (back.hasTyped?.() && !(await confirmDiscard())) return
    await navigate({
      to: '.',
      search: definedParams({ organization: id ?? undefined }) as never,
      replace: true,
    })
  }
  const many = (organizations.data?.length ?? 0) > 1
  return (
    <Page
      title="Settings"
      description={
        query.data
          ? `Defaults for ${query.data.name}. Each partnership can override them.`
          : 'The defaults of an organization.'
      }
      width="narrow"
      actions={
        <LinkButton variant="default" href="/facility/complete-setup">
          Setup checklist
        </LinkButton>
      }
      toolbar={
        <>
          <ChoicesFailed queries={[organizations]} />
          {many && (
            <PickOne
              label="Organization"
              value={query.data?.organization_id ?? null}
              among={organizations.data ?? []}
              onChange={(id) => void choose(id)}
            />
          )}
        </>
      }
    >
      <Loaded query={query} skeleton={<Skeletons count={5} />} failedTitle="The settings couldn’t be loaded">
        {(settings) =>
          settings ? (
            <Settings key={settings.organization_id} settings={settings} />
          ) : (
            <EmptyState
              title="There is no organization here"
              description="Settings belong to an organization. Your account isn’t linked to one, or this one isn’t yours."
              action={<LinkButton href="/facility/settings">My organization</LinkButton>}
            />
          )
        }
      </Loaded>
    </Page>
  )
}

function Settings({ settings }: { settings: OrganizationSettings }): ReactNode {
  return settings.may_change ? <SettingsForm settings={settings} /> : <SettingsToRead settings={settings} />
}

function SettingsToRead({ settings }: { settings: OrganizationSettings }): ReactNode {
  return (
    <>
      <Banner kind="info" title={`These settings belong to ${settings.name}.`}>
        Only people who run the whole organization can change them. Ask its administrators, or request a
        permission.
      </Banner>
      <PageSection
        actions={
          <LinkButton variant="default" href="/admin/permission-requests?ask=me">
            Request a permission
          </LinkButton>
        }
      >
        <KeyValue
          items={names.map((name) => ({ label: labels[name], value: settingText(settings[name]) }))}
        />
      </PageSection>
    </>
  )
}

function SettingsForm({ settings }: { settings: OrganizationSettings }): ReactNode {
  const save = useSaveSettings()
  const [start, setStart] = useState(() => valuesOf(settings))
  const form = useSchemaForm(schema, {
    initialValues: start,
    onSubmit: async (values) => {
      await save.mutateAsync(
        { ...values, organization_id: settings.organization_id, version: versions.version },
        {
          onError: (error) => void versions.meet(error, values),
          onSuccess: ({ version }) => {
            setStart(values)
            versions.follow(version)
          },
        },
      )
      form.resetDirty(values)
    },
  })
  const versions = useVersions<OrganizationSettings, FacilitySettings>({
    row: settings,
    start,
    valuesOf,
    fields: versionFields,
    setValues: form.setValues,
  })
  return (
    <Form
      form={conflictOf(save.error) ? { ...form, failure: undefined } : form}
      submitLabel="Save settings"
      label="Settings"
    >
      <Stack gap="lg">
        {versions.met && (
          <VersionsNotice
            what={`the settings of ${settings.name}`}
            differences={versions.met.differences}
            changes={versions.met.changes}
            onChoose={versions.choose}
          />
        )}
        <PageSection title="Shifts" titleOrder={2}>
          <Stack gap="md">
            <NumberInput
              label={labels.default_lead_time_days}
              description="How far ahead schools must request a shift, so that you can prepare."
              suffix=" days"
              min={0}
              max={365}
              allowDecimal={false}
              {...form.field('default_lead_time_days')}
            />
            <Switch
              label={labels.answers_need_sign_in}
              description="When off, emails about new requests have a link to answer without signing in."
              {...form.field('answers_need_sign_in')}
              checked={form.values.answers_need_sign_in}
            />
          </Stack>
        </PageSection>
        <PageSection title="Students’ names" titleOrder={2}>
          <Stack gap="md">
            <NumberInput
              label={labels.visibility_before_days}
              description="How long before a rotation your staff can first see student names."
              suffix=" days"
              min={0}
              max={365}
              allowDecimal={false}
              {...form.field('visibility_before_days')}
            />
            <NumberInput
              label={labels.visibility_after_days}
              description="How long after a rotation they can still see them."
              suffix=" days"
              min={0}
              max={365}
              allowDecimal={false}
              {...form.field('visibility_after_days')}
            />
          </Stack>
        </PageSection>
        <PageSection title="Charge nurses" titleOrder={2}>
          <Stack gap="md">
            <Switch
              label={labels.unit_links}
              description="Unit administrators can make a link and a poster that show who comes today and tomorrow: schools, numbers and instructors with phone, no student names. When off, existing links show nothing."
              {...form.field('unit_links')}
              checked={form.values.unit_links}
            />
            <NumberInput
              label={labels.unit_link_days}
              description="From the day a link is made or extended."
              suffix=" days"
              min={1}
              max={365}
              allowDecimal={false}
              disabled={!form.values.unit_links}
              {...form.field('unit_link_days')}
            />
          </Stack>
        </PageSection>
        <PageSection
          title="New partnerships"
          titleOrder={2}
          description="Existing agreements stay as they are."
        >
          <Stack gap="md">
            <NumberInput
              label={labels.default_notice_days}
              description="How many days ahead the school or the facility gives notice before it ends a partnership."
              suffix=" days"
              min={0}
              max={365}
              allowDecimal={false}
              {...form.field('default_notice_days')}
            />
            <Switch
              label={labels.default_auto_approve}
              description="Approves requests that fit capacity and the agreement."
              {...form.field('default_auto_approve')}
              checked={form.values.default_auto_approve}
            />
          </Stack>
        </PageSection>
      </Stack>
    </Form>
  )
}
