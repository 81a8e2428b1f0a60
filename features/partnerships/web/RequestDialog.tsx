import {
  Checkbox,
  Loader,
  Modal,
  NativeSelect,
  NumberInput,
  SimpleGrid,
  Stack,
  Switch,
  Text,
  TextInput,
} from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { todayHere } from '#core/plain-date.ts'
import { useMe } from '#features/accounts/web/public.ts'
import { ChoicesFailed } from '#ui/ChoicesFailed.tsx'
import { DateField } from '#ui/DateField.tsx'
import { FailedState } from '#ui/FailedState.tsx'
import { FreeText } from '#ui/FreeText.tsx'
import { usePatientTick } from '#ui/patient-tick.ts'
import { Form } from '#ui/Form.tsx'
import { FormFooter } from '#ui/FormFooter.tsx'
import { useSchemaForm } from '#ui/form.ts'
import { PlainButton } from '#ui/PlainButton.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import type { AgreementKind, FoundOrganization } from '../contract.ts'
import { agreementKindLabels, usualLastDay } from '../rules.ts'
import { partnerships, useCreate } from './queries.ts'
import { termProblems } from './why-not.ts'
import classes from './RequestDialog.module.css'

type RequestDialogProps = {
  schoolId: string
  opened: boolean
  /** The organization chosen on another page. */
  organizationId?: string | undefined
  onClose: () => void
}

/** A school finds an organization by its name or one of its sites, and requests a partnership. */
export function RequestDialog({ schoolId, opened, organizationId, onClose }: RequestDialogProps): ReactNode {
  const [picked, setChosen] = useState<FoundOrganization>()
  const given = useQuery({
    ...partnerships.findOrganizations.queryOptions({
      input: { q: '', school_id: schoolId, ...(organizationId && { id: organizationId }) },
    }),
    enabled: organizationId !== undefined && opened,
  }).data?.[0]
  // Without an organization in the address, the choice comes from the search. One that already has a partnership can't be requested.
  const chosen = picked ?? (organizationId === undefined || given?.open ? undefined : given)
  function close(): void {
    setChosen(undefined)
    onClose()
  }
  return (
    <Modal
      opened={opened}
      onClose={close}
      size="lg"
      title={
        chosen ? `Request a partnership with ${chosen.name}` : 'Which facility would you like to work with?'
      }
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {chosen ? (
        <RequestForm
          schoolId={schoolId}
          organization={chosen}
          onBack={organizationId ? close : () => setChosen(undefined)}
          onDone={close}
        />
      ) : (
        <Search schoolId={schoolId} onChoose={setChosen} />
      )}
    </Modal>
  )
}

function Search({
  schoolId,
  onChoose,
}: {
  schoolId: string
  onChoose: (found: FoundOrganization) => void
}): ReactNode {
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed, 200)
  const heading = useId()
  const found = useQuery({
    ...partnerships.findOrganizations.queryOptions({ input: { q, school_id: schoolId } }),
    placeholderData: keepPreviousData,
  })
  return (
    <Stack gap="md">
      <TextInput
        label="Organization, city or site"
        description="A hospital group, or one of its hospitals."
        data-autofocus
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        rightSection={
          found.isFetching && (
            <output aria-label="Searching">
              <Loader size={16} />
            </output>
          )
        }
      />
      {found.isError && !found.data ? (
        <FailedState
          title="Organizations couldn’t be loaded"
          error={found.error}
          onRetry={() => void found.refetch()}
          isRetrying={found.isFetching}
        />
      ) : (
        <section aria-labelledby={heading}>
          <Text id={heading} size="sm" c="dimmed" aria-live="polite">
            {found.data === undefined
              ? 'Searching…'
              : found.data.length === 0
                ? 'No matches. Try another part of the name, or ask the organization to join Placewell.'
                : `${found.data.length === 20 ? 'The first 20' : found.data.length} found`}
          </Text>
          <ul className={classes.found}>
            {found.data?.map((organization) => (
              <li key={organization.id}>
                <div className={classes.words}>
                  <strong>{organization.name}</strong>
                  <Text size="sm" c="dimmed">
                    {[organization.city, organization.state_code].filter(Boolean).join(', ')}
                    {organization.sites.length > 0 &&
                      ` · ${organization.sites
                        .slice(0, 3)
                        .map(({ name }) => name)
                        .join(
                          ', ',
                        )}${organization.sites.length > 3 ? ` and ${organization.sites.length - 3} more` : ''}`}
                  </Text>
                </div>
                {organization.open ? (
                  <StateBadge state={organization.open.status} />
                ) : (
                  <PlainButton
                    variant="default"
                    onClick={() => onChoose(organization)}
                    aria-label={`Choose ${organization.name}`}
                  >
                    Choose
                  </PlainButton>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
    </Stack>
  )
}

const schema = z
  .object({
    all_sites: z.boolean(),
    site_ids: z.array(z.string()),
    program_ids: z.array(z.string()),
    message: z.string().check(z.trim(), z.maxLength(1000, 'At most 1,000 characters.')),
    proposes: z.boolean(),
    agreement_kind: z.enum(['affiliation', 'mou', 'observation_only', 'none']),
    effective_from: z.string(),
    effective_to: z.string(),
    seats: z.union([z.literal(''), z.number().check(z.minimum(1), z.maximum(100_000))]),
  })
  .check((context) => {
    const { proposes, effective_from, effective_to } = context.value
    const dates = { effective_from, effective_to }
    for (const [field, message] of proposes ? termProblems(dates, todayHere()) : [])
      context.issues.push({ code: 'custom', path: [field], message, input: context.value })
  })
  .check(
    z.refine(({ all_sites: all, site_ids: ids }) => all || ids.length > 0, {
      path: ['site_ids'],
      message: 'Choose at least one site, or all of them.',
    }),
  )

type RequestFormProps = {
  schoolId: string
  organization: FoundOrganization
  onBack: () => void
  onDone: () => void
}

function RequestForm({ schoolId, organization, onBack, onDone }: RequestFormProps): ReactNode {
  const me = useMe()
  const create = useCreate()
  // Clicking twice sends one request.
  const [id] = useState(() => crypto.randomUUID())
  const isDraft = useRef(false)
  const programs = useQuery(partnerships.programs.queryOptions({ input: { school_id: schoolId } }))
  const tick = usePatientTick()
  const form = useSchemaForm(schema, {
    initialValues: {
      all_sites: true,
      site_ids: [] as string[],
      program_ids: [] as string[],
      message: '',
      proposes: false,
      agreement_kind: 'affiliation' as AgreementKind,
      effective_from: todayHere(),
      effective_to: usualLastDay(todayHere()),
      seats: '' as number | '',
    },
    onSubmit: async ({ all_sites, site_ids, program_ids, message, proposes, ...terms }) => {
      await create.mutateAsync({
        id,
        school_id: schoolId,
        organization_id: organization.id,
        all_sites,
        site_ids,
        program_ids,
        ...(message && { message }),
        ...(proposes && {
          terms: {
            agreement_kind: terms.agreement_kind,
            effective_from: terms.effective_from,
            effective_to: terms.effective_to,
            seat_quota_per_semester: terms.seats === '' ? null : terms.seats,
            signed_on: null,
            auto_renew: false,
            liability_min_cents: null,
            indemnity: null,
          },
        }),
        ...(me.role !== 'superadmin' && { contact: { name: me.full_name, email: me.email } }),
        submit: !isDraft.current,
        ...tick.sent,
      })
      onDone()
    },
  })
  return (
    <Form form={form} label="Partnership request">
      <Stack gap="md">
        <Switch
          label="All sites, including future ones"
          {...form.getInputProps('all_sites', { type: 'checkbox' })}
        />
        {!form.values.all_sites && (
          <Checkbox.Group label="Sites" {...form.field('site_ids')}>
            <Stack gap={6} mt={6}>
              {organization.sites.map((site) => (
                <Checkbox key={site.id} value={site.id} label={site.name} />
              ))}
              {organization.sites.length === 0 && <Text size="sm">It has no sites yet.</Text>}
            </Stack>
          </Checkbox.Group>
        )}
        <ChoicesFailed queries={[programs]} />
        {(programs.data?.length ?? 0) > 0 && (
          <Checkbox.Group label="Programs" description="Leave blank for all." {...form.field('program_ids')}>
            <Stack gap={6} mt={6}>
              {programs.data?.map((program) => (
                <Checkbox key={program.id} value={program.id} label={program.name} />
              ))}
            </Stack>
          </Checkbox.Group>
        )}
        <FreeText
          tick={tick}
          sentAs="message"
          label="Message"
          description="How many students, at which level, and from when. Don’t include names of students or patients."
          autosize
          minRows={3}
          {...form.field('message')}
        />
        <Switch
          label="Propose terms now"
          description="The facility sees these terms and may change them."
          {...form.getInputProps('proposes', { type: 'checkbox' })}
        />
        {form.values.proposes && (
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <NativeSelect
              label="Agreement"
              data={Object.entries(agreementKindLabels).map(([value, label]) => ({ value, label }))}
              {...form.field('agreement_kind')}
            />
            <NumberInput
              label="Seats per semester"
              placeholder="No limit"
              min={1}
              max={100_000}
              allowDecimal={false}
              {...form.field('seats')}
            />
            <DateField label="First day" required {...form.field('effective_from')} />
            <DateField label="Last day" required {...form.field('effective_to')} />
          </SimpleGrid>
        )}
        <FormFooter>
          <PlainButton variant="default" data-leaves onClick={onBack} disabled={form.isPending}>
            Choose another
          </PlainButton>
          <PlainButton
            variant="default"
            type="submit"
            disabled={form.isPending}
            onClick={() => (isDraft.current = true)}
          >
            Save as draft
          </PlainButton>
          <PlainButton type="submit" loading={form.isPending} onClick={() => (isDraft.current = false)}>
            Send request
          </PlainButton>
        </FormFooter>
      </Stack>
    </Form>
  )
}
