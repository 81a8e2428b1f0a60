import { howMany } from '#core/number-text.ts'
import { Button, NativeSelect } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { FileField, useUploads } from '#features/files/web/public.ts'
import { FieldRow, FieldRows } from '#ui/FieldRows.tsx'
import { Form } from '#ui/Form.tsx'
import { TextField } from '#ui/TextField.tsx'
import { plainSchema, useSchemaForm } from '#ui/form.ts'
import { FreeText } from '#ui/FreeText.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { usePatientTick } from '#ui/patient-tick.ts'
import type { ConflictKind, HardshipKind, OwnWishlist } from '../contract.ts'
import { distinctNames } from '../rules.ts'
import { useDeclare } from './queries.ts'
import { conflictLabels, hardshipLabels } from './wishlist-words.ts'

type Values = {
  postal_code: string
  hardship_kind: HardshipKind | ''
  hardship_detail: string
  conflicts: { option_id: string; kind: ConflictKind }[]
}
const schema = plainSchema<Values>(({ postal_code: zip }) => ({
  postal_code: zip !== '' && !/^\d{5}$/.test(zip) && 'A ZIP code has five digits, such as 53202.',
}))
const statusLabels = {
  none: '',
  declared: 'Your school has not decided on your hardship yet.',
  verified: 'Your school verified your hardship.',
  not_verified: 'Your school did not verify your hardship. Ask them why.',
}

type Props = { wishlist: OwnWishlist; mayChange: boolean }

/** What a student adds to the ranking: where their commute starts, conflicts of interest, and a hardship if the school asks for it. */
export function DeclarationSection({ wishlist, mayChange }: Props): ReactNode {
  const { declaration } = wishlist
  if (
    !mayChange &&
    declaration.postal_code === null &&
    declaration.conflicts.length === 0 &&
    declaration.hardship_kind === null
  )
    return null
  return (
    <PageSection
      title="About you"
      description="Your school uses it to place you. Other students never see it."
    >
      {mayChange ? (
        <DeclarationForm wishlist={wishlist} />
      ) : (
        <p>
          {declaration.postal_code && `ZIP code ${declaration.postal_code}. `}
          {declaration.conflicts.length > 0 &&
            `${howMany(declaration.conflicts.length, 'declared conflict', 'declared conflicts')} of interest. `}
          {statusLabels[declaration.hardship_status]}
        </p>
      )}
    </PageSection>
  )
}

function DeclarationForm({ wishlist }: { wishlist: OwnWishlist }): ReactNode {
  const { id, declaration, options, allow_hardship: takesHardship } = wishlist
  const declare = useDeclare()
  const tick = usePatientTick()
  const [conflicts, setConflicts] = useState(declaration.conflicts)
  const [files, setFiles] = useState(declaration.hardship_files)
  const uploads = useUploads('hardship')
  const form = useSchemaForm(schema, {
    initialValues: {
      postal_code: declaration.postal_code ?? '',
      hardship_kind: declaration.hardship_kind ?? '',
      hardship_detail: declaration.hardship_detail ?? '',
      conflicts: [],
    } as Values,
    onSubmit: async (values) => {
      const saved = await declare.mutateAsync({
        id,
        postal_code: values.postal_code || null,
        hardship_kind: values.hardship_kind || null,
        hardship_detail: values.hardship_detail || null,
        hardship_file_ids: values.hardship_kind ? [...files.map((file) => file.id), ...uploads.readyIds] : [],
        conflicts,
        ...tick.sent,
      })
      setFiles(saved.declaration.hardship_files)
      uploads.clear()
    },
  })
  const change = (at: number, next: Partial<Values['conflicts'][number]>) =>
    setConflicts(conflicts.map((one, index) => (index === at ? { ...one, ...next } : one)))
  return (
    <Form form={form} submitLabel="Save" label="About you" blocker={uploads.blocker}>
      <TextField
        label="ZIP code where your commute starts"
        description="To see and count distances."
        inputMode="numeric"
        maxLength={5}
        {...form.field('postal_code')}
      />
      <FieldRows
        rows={conflicts.map((conflict, at) => (
          <FieldRow
            key={at}
            name={`Conflict ${at + 1}`}
            columns={2}
            onRemove={() => setConflicts(conflicts.filter((_, index) => index !== at))}
          >
            <NativeSelect
              label="Where you cannot be placed"
              data={[...distinctNames(options)].map(([value, label]) => ({ value, label }))}
              value={conflict.option_id}
              onChange={({ currentTarget }) => change(at, { option_id: currentTarget.value })}
            />
            <NativeSelect
              label="Why"
              data={Object.entries(conflictLabels).map(([value, label]) => ({ value, label }))}
              value={conflict.kind}
              onChange={({ currentTarget }) => change(at, { kind: currentTarget.value as ConflictKind })}
            />
          </FieldRow>
        ))}
        add={
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => setConflicts([...conflicts, { option_id: options[0]!.id, kind: 'employer' }])}
          >
            Add a conflict of interest
          </Button>
        }
      />
      {takesHardship && (
        <>
          <NativeSelect
            label="Hardship"
            description={
              statusLabels[declaration.hardship_status] || 'Counts once your school has verified it.'
            }
            data={[
              { value: '', label: 'None' },
              ...Object.entries(hardshipLabels).map(([value, label]) => ({ value, label })),
            ]}
            {...form.field('hardship_kind')}
          />
          {form.values.hardship_kind !== '' && (
            <>
              <FreeText
                label="What should your school know?"
                tick={tick}
                sentAs="hardship_detail"
                {...form.field('hardship_detail')}
              />
              <FileField
                label="Documents"
                description="Optional. Only you and the administrators who verify it can open them. PDF, JPEG, PNG or HEIC."
                uploads={uploads}
              />
              {files.map((file) => (
                <p key={file.id}>
                  <a href={`/api/files/${file.id}/content?reason=My%20own%20document`}>{file.name}</a>{' '}
                  <Button
                    size="compact-sm"
                    variant="subtle"
                    aria-label={`Remove ${file.name}`}
                    onClick={() => setFiles(files.filter((one) => one.id !== file.id))}
                  >
                    Remove
                  </Button>
                </p>
              ))}
            </>
          )}
        </>
      )}
    </Form>
  )
}
