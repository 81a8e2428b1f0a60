import { Checkbox, Modal, NumberInput, SimpleGrid, Stack, Switch, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import { Banner } from '#ui/Banner.tsx'
import { Form } from '#ui/Form.tsx'
import { useSchemaForm } from '#ui/form.ts'
import { Loaded } from '#ui/Loaded.tsx'
import type { PartnershipDetail } from '../contract.ts'
import { partnerships, useChange } from './queries.ts'

/** What each side keeps up to date: the facility sites and seats, the school its programs, both their contact. */
export function ChangeDialog({ id, onClose }: { id: string; onClose: () => void }): ReactNode {
  const query = useQuery(partnerships.get.queryOptions({ input: { id } }))
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title="Sites, seats and contacts"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Loaded query={query} failedTitle="This partnership could not be loaded">
        {(detail) => <ChangeForm detail={detail} onClose={onClose} />}
      </Loaded>
    </Modal>
  )
}

const schema = z
  .object({
    all_sites: z.boolean(),
    site_ids: z.array(z.string()),
    program_ids: z.array(z.string()),
    quota: z.union([z.literal(''), z.number().check(z.minimum(1), z.maximum(100_000))]),
    auto_approve: z.boolean(),
    name: z.string().check(z.trim(), z.maxLength(120)),
    email: z
      .string()
      .check(z.trim(), z.regex(/^$|^[^@\s]+@[^@\s]+\.[^@\s]+$/, 'This is not an e-mail address.')),
    phone: z.string().check(z.trim(), z.maxLength(40)),
    reason: z.string().check(z.trim(), z.maxLength(1000)),
  })
  .check(
    z.refine(({ all_sites: all, site_ids: ids }) => all || ids.length > 0, {
      path: ['site_ids'],
      message: 'Choose at least one site, or all of them.',
    }),
  )

function ChangeForm({ detail, onClose }: { detail: PartnershipDetail; onClose: () => void }): ReactNode {
  const change = useChange()
  const { side } = detail
  const isSchool = side === 'school'
  const maySites = !isSchool || detail.status === 'requested'
  const contact = isSchool ? detail.contact_school : detail.contact_facility
  const programs = useQuery({
    ...partnerships.programs.queryOptions({ input: { school_id: detail.school_id } }),
    enabled: side !== 'facility',
  })
  const form = useSchemaForm(schema, {
    initialValues: {
      all_sites: detail.all_sites,
      site_ids: detail.all_sites ? [] : detail.sites.filter((site) => site.is_included).map(({ id }) => id),
      program_ids: detail.programs.map(({ id }) => id),
      quota: (detail.seat_quota_per_semester ?? '') as number | '',
      auto_approve: detail.auto_approve_shifts,
      name: contact.name ?? '',
      email: contact.email ?? '',
      phone: contact.phone ?? '',
      reason: '',
    },
    onSubmit: async (values) => {
      const newContact = {
        ...(values.name && { name: values.name }),
        ...(values.email && { email: values.email }),
        ...(values.phone && { phone: values.phone }),
      }
      await change.mutateAsync({
        id: detail.id,
        version: detail.version,
        ...(values.reason && { reason: values.reason }),
        changes: {
          ...(maySites && { all_sites: values.all_sites, site_ids: values.site_ids }),
          ...(side !== 'facility' && { program_ids: values.program_ids }),
          ...(!isSchool && {
            seat_quota_per_semester: values.quota === '' ? null : values.quota,
            auto_approve_shifts: values.auto_approve,
          }),
          ...(isSchool ? { contact_school: newContact } : { contact_facility: newContact }),
        },
      })
      onClose()
    },
  })
  return (
    <Form form={form} submitLabel="Save changes" onCancel={onClose} label="Sites, seats and contacts">
      <Stack gap="md">
        {maySites ? (
          <>
            <Switch
              label="All sites, also those that come later"
              {...form.getInputProps('all_sites', { type: 'checkbox' })}
            />
            {!form.values.all_sites && (
              <Checkbox.Group label="Sites" {...form.field('site_ids')}>
                <Stack gap={6} mt={6}>
                  {detail.sites.map((site) => (
                    <Checkbox key={site.id} value={site.id} label={site.name} />
                  ))}
                </Stack>
              </Checkbox.Group>
            )}
          </>
        ) : (
          <Banner kind="info" title={`${detail.organization_name} decides on sites, seats and days.`} />
        )}
        {side !== 'facility' && (programs.data?.length ?? 0) > 0 && (
          <Checkbox.Group
            label="Programs"
            description="None chosen means all."
            {...form.field('program_ids')}
          >
            <Stack gap={6} mt={6}>
              {programs.data?.map((program) => (
                <Checkbox key={program.id} value={program.id} label={program.name} />
              ))}
            </Stack>
          </Checkbox.Group>
        )}
        {!isSchool && (
          <>
            <NumberInput
              label="Seats per semester"
              description="Empty means no limit."
              min={1}
              max={100_000}
              allowDecimal={false}
              {...form.field('quota')}
            />
            <Switch
              label="Shifts within it are approved by themselves"
              {...form.getInputProps('auto_approve', { type: 'checkbox' })}
            />
          </>
        )}
        <SimpleGrid cols={{ base: 1, xs: 3 }}>
          <TextInput label="Your contact person" {...form.field('name')} />
          <TextInput label="E-mail" type="email" {...form.field('email')} />
          <TextInput label="Phone" type="tel" {...form.field('phone')} />
        </SimpleGrid>
        <Textarea
          label={side === 'platform' ? 'Reason' : 'Message'}
          required={side === 'platform'}
          autosize
          minRows={2}
          {...form.field('reason')}
        />
      </Stack>
    </Form>
  )
}
